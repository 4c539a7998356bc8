# SPDX-License-Identifier: Apache-2.0
"""A gateway with a site, served while a check runs."""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile


@contextlib.contextmanager
def served(portico, site, environment):
    """Serves a site whose file is this text; yields its address and a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        content = pathlib.Path(folder, "site/Content")
        content.mkdir(parents=True)
        (content / "site.json5").write_text(site)
        (content / "config.json5").write_text('{ datatype: "config", body: {} }')
        places = ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--state", f"{folder}/state"]
        server = subprocess.Popen(
            [portico, "serve", "--site", f"{folder}/site"] + places,
            stdout=subprocess.PIPE, text=True, env=os.environ | environment,
        )
        try:
            while not (found := re.search(r"^  (http://[0-9.:]+)/", server.stdout.readline())):
                if server.poll() is not None:
                    sys.exit("the gateway did not start")
            yield found[1], folder
        finally:
            server.terminate()
            server.wait()
