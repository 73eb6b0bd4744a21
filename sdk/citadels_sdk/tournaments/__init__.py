"""Tournaments on this machine: who meets whom, every game played once, and a folder from which anybody can check it.

1. `running` has the call `tournament([...])`, `event` its answer `Tournament`, `saved` the files of its folder.
2. `described` is what is played, `driving` what is played next; `hands` are the processes that play, `seating` is one game there.
"""
