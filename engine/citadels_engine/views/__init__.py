"""Views: what a seat or a spectator may know, and the events that they see."""
