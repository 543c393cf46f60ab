"""The lab: many games of an opponent on a sample table, their statistics and reports."""
