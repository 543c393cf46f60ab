"""The games that come with Rival, one package for each."""
