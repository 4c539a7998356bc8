# SPDX-License-Identifier: Apache-2.0
"""Asks the program valueprobe, and keeps count of agreements."""

import base64
import subprocess
import sys


class Probe:
    """One running valueprobe."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, subject, *arguments):
        """Returns whether the subject takes the arguments, and its result or its error, in bytes."""
        words = [subject] + [base64.b64encode(encoded(each)).decode() for each in arguments]
        self.process.stdin.write((" ".join(words) + "\n").encode())
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode().split()
        if not answer:
            raise RuntimeError(f"valueprobe died of {subject} {arguments!r}")
        return answer[0] == "yes", base64.b64decode(answer[1]) if len(answer) > 1 else b""


def encoded(value):
    return value.encode() if isinstance(value, str) else value


class Tally:
    """The comparisons of one oracle."""

    MOST_SHOWN = 10

    def __init__(self, title):
        self.title, self.agreed, self.differences, self.intended = title, 0, [], 0

    def compare(self, question, ours, theirs, intended=False):
        """Counts a comparison; a difference that is intended is counted by itself."""
        if ours == theirs:
            self.agreed += 1
        elif intended:
            self.intended += 1
        else:
            self.differences.append((question, ours, theirs))

    def report(self):
        """Prints the counts and the first differences; returns whether there was none."""
        print(f"{self.title}: {self.agreed} agree, {len(self.differences)} differ, "
              f"{self.intended} differ as intended")
        for question, ours, theirs in self.differences[:self.MOST_SHOWN]:
            print(f"  {question!r}\n    ours   {ours!r}\n    theirs {theirs!r}")
        sys.stdout.flush()
        return not self.differences
