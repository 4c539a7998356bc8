// SPDX-License-Identifier: Apache-2.0

import Commands

extension ServeCommand {
  /// The options of `portico serve`, in the order of its help.
  static let options =
    mainOptions + AlertOptions.all + gatewayOptions + FleetOptions.all + logOptions
    + eventOptions + sendingOptions + timeoutOptions

  private static let mainOptions = [
    Option(
      "\(optionsOption) FILE",
      "Read options from this file of JSON5, under the names that they have here; those given"
        + " here stand in their place, and its paths are those from its folder",
      fallback: "\(optionsFile) of the current folder, if there is one"
    ),
    Option(
      "listen ADDRESS",
      "Listen for HTTP/1.1 and HTTP/2 here: 127.0.0.1:8080, [::1]:8080, unix:/run/p.sock, whose"
        + " mode is 0660",
      fallback: "127.0.0.1:8080, or the sockets of the service manager",
      repeats: true
    ),
    Option(
      "listen-proxy ADDRESS",
      "The same, with a PROXY header at the start of every connection",
      repeats: true
    ),
    Option("listen-tls ADDRESS", "The same over TLS, with the certificates below", repeats: true),
    Option(
      "certificate FILE",
      "A certificate with its issuers, in PEM; reloaded when it changes",
      repeats: true
    ),
    Option("key FILE", "The private key of the certificate before it, in PEM", repeats: true),
    Option(
      "site FOLDER",
      "Serve the site in this folder and publish its changes; several sites need hosts in"
        + " their settings",
      fallback: "the current folder, if there is a site in it",
      repeats: true
    ),
    Option(
      "state FOLDER",
      "The folder for editions and other state; each of several sites has a folder in it",
      fallback: ".portico in each site's folder"
    ),
    Option(
      "countries FILE",
      "Look up the country by address in this MaxMind database, if nothing else states it;"
        + " reloaded when it changes"
    ),
    Option(
      "admin ADDRESS",
      "Listen for operators here: /metrics, /live, /ready, /config, /purges, POST"
        + " /purge and /reload",
      fallback: "none; a local address, unless there is a token"
    ),
    Option(
      "admin-token [ROLE=]FILE",
      "Require the token in this file from operators, as Authorization: Bearer; its role is"
        + " viewer, operator or admin, which is the default; SIGHUP reloads it",
      fallback: "the credentials admin-token, operator-token and viewer-token of the service"
        + " manager, or none",
      repeats: true
    ),
    Option("admin-tls", "Use TLS for operators, with the certificates above"),
    Option(
      "trace-share PERCENT",
      "Ask services to record this percentage of the traces that begin here; those of"
        + " clients keep the client's choice",
      fallback: "100"
    ),
    Option(
      "cache SIZE",
      "The size of the cache, such as 64M or 2G; sites have equal shares of it",
      fallback: "256M"
    ),
    Option("keep-cache", "Persist the cache across restarts, in the state folder"),
    Option(
      "history SIZE",
      "Keep at most so much history of all metrics in the state folder, for --admin; 0 for none",
      fallback: "512M"
    ),
    Option(
      "timing-for NETWORK",
      "Send these addresses the duration of each call in Server-Timing, if they ask with"
        + " Prefer: server-timing",
      repeats: true
    ),
    Option(
      "upstream ADDRESS",
      "Forward every request to this server: HOST:PORT or unix:/run/p.sock"
    ),
    Option("loops NUMBER", "The number of event loops", fallback: "one for each processor"),
    Option(
      "takeover PATH",
      "Take over the sockets of the process that offers them at PATH and replace it, then offer"
        + " them there"
    ),
  ]
}
