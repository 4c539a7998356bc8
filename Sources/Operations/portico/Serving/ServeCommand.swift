// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPServer
import HTTPValues
import Reactor
import TransportSecurity

/// `portico serve`: listens and answers until it is told to stop.
struct ServeCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "serve",
    summary: "Serve until a signal says to stop; what is under way is finished first.",
    options: [
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
        summary: "A certificate with its issuers, in PEM; SIGHUP reads it again",
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
        fallback: "nowhere; an address of this machine only"
      ),
      OptionDefinition(
        name: "events",
        value: "FILE",
        summary: "Write a line of JSON for each request to this file, or - for the standard output",
        fallback: "nowhere"
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
        summary: "Take the sockets over from the process that offers them at PATH, then offer them"
      ),
    ],
    examples: [
      .init(
        line: "portico serve --listen-tls 127.0.0.1:8443 --certificate site.pem --key site.key"
          + " --upstream 127.0.0.1:9000",
        meaning: "Stand in front of a server, over TLS."
      ),
      .init(
        line: "portico serve",
        meaning: "Serve the site of this folder on the loopback address."
      ),
      .init(
        line: "portico serve --site shop --site garden --state /var/lib/portico",
        meaning: "Serve two sites, each for the hosts that it names."
      ),
      .init(
        line: "portico serve --site shop --countries /var/lib/GeoIP/GeoLite2-Country.mmdb",
        meaning: "Serve a site, and tell countries by address."
      ),
      .init(
        line: "portico serve --listen 0.0.0.0:80 --takeover /run/portico.takeover",
        meaning: "Serve, and let the next process relieve this one without losing a request."
      ),
    ]
  )

  private let configuration: Service.Configuration
  private let loops: Int

  init(_ arguments: Arguments) throws(UsageError) {
    var configuration = Service.Configuration()
    configuration.listeners = try ServeCommand.listeners(arguments.all("listen"))
    for var listener in try ServeCommand.listeners(arguments.all("listen-proxy")) {
      listener.expectsProxyHeader = true
      configuration.listeners.append(listener)
    }
    configuration.secureListeners = try ServeCommand.listeners(arguments.all("listen-tls"))
    configuration.identities = try ServeCommand.identities(arguments)
    configuration.takeover = arguments.value("takeover")
    configuration.events = arguments.value("events")
    configuration.admin = try ServeCommand.admin(arguments)
    if let text = arguments.value("upstream") {
      guard let origin = Origin(text) else {
        throw UsageError("--upstream is \(text), expected HOST:PORT", ServeCommand.definition)
      }
      configuration.upstream = origin
    }
    configuration.keepsCache = arguments.has("keep-cache")
    configuration.cacheBytes = try ServeCommand.cacheBytes(arguments) ?? configuration.cacheBytes
    configuration.timing = try ServeCommand.networks(arguments.all("timing-for"))
    configuration.sites = arguments.all("site")
    if configuration.sites.isEmpty, configuration.upstream == nil, SiteOptions.hasSite(".") {
      configuration.sites = ["."]
    }
    configuration.state = arguments.value("state")
    try ServeCommand.checkShares(configuration)
    configuration.countries = arguments.value("countries")
    if let countries = configuration.countries, configuration.sites.isEmpty {
      throw UsageError(
        "--countries is \(countries) and there is no site; expected --site, or a folder with one",
        ServeCommand.definition
      )
    }
    self.configuration = configuration
    loops = try ServeCommand.loops(arguments)
  }

  private static func loops(_ arguments: Arguments) throws(UsageError) -> Int {
    guard let text = arguments.value("loops") else { return LoopGroup.processors }
    guard let number = Int(text), (1...256).contains(number) else {
      throw UsageError("--loops is \(text), expected 1 to 256", definition)
    }
    return number
  }

  private static let cacheRange = (1 << 20)...(1 << 40)

  private static func cacheBytes(_ arguments: Arguments) throws(UsageError) -> Int? {
    guard let text = arguments.value("cache") else { return nil }
    guard let bytes = ByteCount(text)?.bytes, cacheRange.contains(bytes) else {
      throw UsageError("--cache is \(text), expected 1M to 1024G, such as 512M", definition)
    }
    return bytes
  }

  /// Of several sites none may starve.
  private static func checkShares(_ configuration: Service.Configuration) throws(UsageError) {
    let count = configuration.sites.count
    guard count <= SiteNames.maximumCount else {
      throw UsageError(
        "--site is given \(count) times; expected at most \(SiteNames.maximumCount) sites",
        definition
      )
    }
    guard configuration.cacheBytes >= count * cacheRange.lowerBound else {
      throw UsageError("--cache is too little for \(count) sites; expected 1M for each", definition)
    }
  }

  private static func networks(_ texts: [String]) throws(UsageError) -> [IPNetwork] {
    var networks: [IPNetwork] = []
    for text in texts {
      guard let network = IPNetwork(text) else {
        throw UsageError(
          "--timing-for is \(text), expected an address or a network such as 10.0.0.0/8",
          definition
        )
      }
      networks.append(network)
    }
    return networks
  }

  private static func admin(
    _ arguments: Arguments
  ) throws(UsageError) -> ListenerConfiguration? {
    guard let place = arguments.value("admin") else { return nil }
    guard let address = SocketAddress(place), address.isOfThisMachine else {
      throw UsageError(
        "--admin is \(place), expected 127.0.0.1:8081, [::1]:8081 or unix:/path: whoever reaches it "
          + "may purge and reload",
        definition
      )
    }
    return ListenerConfiguration(address)
  }

  private static func identities(_ arguments: Arguments) throws(UsageError) -> [TLSIdentity] {
    let (certificates, keys) = (arguments.all("certificate"), arguments.all("key"))
    guard certificates.count == keys.count else {
      throw UsageError(
        "\(certificates.count) certificates and \(keys.count) keys; expected one key for each",
        definition
      )
    }
    guard certificates.isEmpty == !arguments.has("listen-tls") else {
      throw UsageError("--listen-tls and --certificate go together", definition)
    }
    return zip(certificates, keys).map { TLSIdentity(chainFile: $0, keyFile: $1) }
  }

  private static func listeners(_ places: [String]) throws(UsageError) -> [ListenerConfiguration] {
    var listeners: [ListenerConfiguration] = []
    for place in places {
      guard let address = SocketAddress(place) else {
        throw UsageError(
          "\(place) is not an address; expected 127.0.0.1:8080, [::1]:8080 or unix:/path",
          definition
        )
      }
      listeners.append(ListenerConfiguration(address))
    }
    return listeners
  }

  func run() async throws -> ExitCode {
    let group = try LoopGroup(count: loops)
    let service = try await Service.start(configuration, on: group)
    StandardStream.output.write(service.greeting)
    await service.untilStopped()
    await service.stop()
    group.stop()
    return .done
  }
}
