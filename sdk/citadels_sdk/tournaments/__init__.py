"""Tournaments on this machine: who meets whom, every game played once, and a folder from which anybody can check it.

1. `local_run` has the call `tournament([...])`, `event` its answer `Tournament`, `folder` the files of its folder.
2. `event_spec` is what is played, `scheduler` what is played next; `executors` says who plays, `game_run` is one game there.
"""
