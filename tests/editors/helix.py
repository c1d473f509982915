"""Helix in a pseudo-terminal of 100 columns, in the folder of the module."""

import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import sys
import termios
import time

home = pathlib.Path.cwd() / "home"
(home / ".config/helix/config.toml").write_text(
    '[editor]\ntrue-color = true\nauto-completion = false\n[editor.inline-diagnostics]\ncursor-line = "hint"\n')
environment = dict(os.environ, HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"), TERM="xterm-256color")

pid, terminal = pty.fork()
if pid == 0:
    os.execve(os.environ["HX"], [os.environ["HX"], "main.tf"], environment)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))

screen = b""


def read(seconds):
    global screen
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                screen += os.read(terminal, 65536)
            except OSError:
                return


def shown():
    """What was written to the screen, without colors; moves of the cursor are spaces."""
    plain = re.sub(rb"\x1b\[[\d;:]*m", b"", screen)
    return re.sub(rb"\x1b\[[?\d;]*[A-Za-z]", b" ", plain).decode(errors="replace")


def wait_for(words, what):
    for _ in range(100):
        read(0.1)
        if words in shown():
            return
    sys.exit(f"{what}: {words} is not on the screen:\n{shown()}")


def press(keys, seconds=0.5):
    global screen
    screen = b""
    # a key at a time: of two at once, Helix 25.01 may send the second change first
    for key in keys:
        os.write(terminal, key.encode())
        read(0.05)
    read(seconds)


read(2)
press("6ggl")
wait_for("unknown variable", "the finding")
# selects the wrong name, types the right one
press("%sregoin\r", 0.5)
press("cregion", 0.5)
press("\x1b", 1)
press("b", 0.5)
press(" k", 0.5)
wait_for("string", "the hover")
press("\x1b", 0.3)
press(" r", 0.5)
press("\x15location\r", 1.5)
press(":w\r", 1)
text = pathlib.Path("main.tf").read_text()
if 'variable "location"' not in text or "𝄞 ${var.location}" not in text:
    sys.exit(f"renamed:\n{text}\n{shown()}")
# completes
press("6ggo\rlocals {\ra = var.lo", 0.5)
press("\x18", 0.5)
wait_for("location", "the completion")
press("\x1b\x1b:q!\r", 0.5)
