// SPDX-License-Identifier: Apache-2.0

import Gateway

extension ServeCommand {
  /// The options of `portico serve`, in the order of its help.
  static let options = mainOptions + timeoutOptions

  private static let mainOptions = [
    OptionDefinition(
      name: "listen",
      value: "ADDRESS",
      summary:
        "Listen for HTTP/1.1 and HTTP/2 here: 127.0.0.1:8080, [::1]:8080, unix:/run/p.sock",
      fallback: "127.0.0.1:8080, or the sockets of the service manager",
      repeats: true
    ),
    OptionDefinition(
      name: "listen-proxy",
      value: "ADDRESS",
      summary: "The same, where every connection begins with a PROXY header",
      repeats: true
    ),
    OptionDefinition(
      name: "listen-tls",
      value: "ADDRESS",
      summary: "The same over TLS, with the certificates below",
      repeats: true
    ),
    OptionDefinition(
      name: "certificate",
      value: "FILE",
      summary: "A certificate with its issuers, in PEM; taken up again when it changes",
      repeats: true
    ),
    OptionDefinition(
      name: "key",
      value: "FILE",
      summary: "The private key of the certificate before it, in PEM",
      repeats: true
    ),
    OptionDefinition(
      name: "site",
      value: "FOLDER",
      summary:
        "Serve the site in this folder, and every change of it; of several each says in its"
        + " settings which hosts it answers for",
      fallback: "the current folder, if there is a site in it",
      repeats: true
    ),
    OptionDefinition(
      name: "state",
      value: "FOLDER",
      summary: "Where published editions are kept; of several sites each in a folder of its name",
      fallback: ".portico in each site's folder"
    ),
    OptionDefinition(
      name: "countries",
      value: "FILE",
      summary: "Where nothing else says a visitor's country, look the address up in this MaxMind"
        + " database, and in every new one in its place"
    ),
    OptionDefinition(
      name: "admin",
      value: "ADDRESS",
      summary: "Answer operators here: /metrics, /live, /ready, /config, /purges, POST"
        + " /purge and /reload",
      fallback: "nowhere; an address of this machine, unless there is a token"
    ),
    OptionDefinition(
      name: "admin-token",
      value: "FILE",
      summary: "Answer only operators who say the token in this file, in Authorization: Bearer;"
        + " SIGHUP reads it again",
      fallback: "the credential admin-token of the service manager, or none"
    ),
    OptionDefinition(
      name: "admin-tls",
      summary: "Answer operators over TLS, with the certificates above"
    ),
    OptionDefinition(
      name: "events",
      value: "FILE",
      summary: "Write a line of JSON for each request to this file, or - for the standard output",
      fallback: "nowhere"
    ),
    OptionDefinition(
      name: "events-query",
      value: "NAME",
      summary: "Show this parameter of queries in the events, too; * shows all",
      fallback: EventQueries.usual.joined(separator: ", ") + "; others are withheld",
      repeats: true
    ),
    OptionDefinition(
      name: "cache",
      value: "SIZE",
      summary: "How much the cache may hold, such as 64M or 2G; sites have equal shares of it",
      fallback: "256M"
    ),
    OptionDefinition(
      name: "keep-cache",
      summary: "Keep what is cached over restarts, in the state folder"
    ),
    OptionDefinition(
      name: "timing-for",
      value: "NETWORK",
      summary:
        "Tell these addresses in Server-Timing how long each call took, where they ask with"
        + " Prefer: server-timing",
      repeats: true
    ),
    OptionDefinition(
      name: "upstream",
      value: "HOST:PORT",
      summary: "Pass every request on to this server"
    ),
    OptionDefinition(
      name: "loops",
      value: "NUMBER",
      summary: "How many event loops",
      fallback: "one for each processor"
    ),
    OptionDefinition(
      name: "takeover",
      value: "PATH",
      summary:
        "Take the sockets over from the process that offers them at PATH and relieve it, then offer"
        + " them there"
    ),
  ]
}
