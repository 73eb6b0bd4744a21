"""Inference: what a seat can conclude about hidden cards."""
