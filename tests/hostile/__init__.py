"""Tests with malicious input: malformed requests, oversized texts, requests without permission."""
