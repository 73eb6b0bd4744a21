"""Actions: what a seat can answer, as typed values and as text."""
