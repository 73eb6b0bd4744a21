"""Processes in which bots play: started, watched, ended."""
