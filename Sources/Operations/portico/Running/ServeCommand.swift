// SPDX-License-Identifier: Apache-2.0

import Commands
import Gateway
import HTTPServer
import HTTPValues
import MemoryHints
import Reactor
import Serving
import TransportSecurity

/// `portico serve`: runs the gateway until it is stopped.
struct ServeCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "serve",
    summary: "Run the gateway until a signal stops it, after the requests in progress.",
    options: options,
    examples: [
      "portico serve --listen-tls 127.0.0.1:8443 --certificate site.pem --key site.key"
        + " --upstream 127.0.0.1:9000": "A reverse proxy with TLS in front of a server.",
      "portico serve": "Serve the site of this folder on the loopback address.",
      "portico serve --site shop --site garden --state /var/lib/portico":
        "Serve two sites, each for the hosts that it names.",
      "portico serve --options /etc/portico/portico.json5 --loops 2":
        "Serve with the options of a file, but for those that stand here.",
      "portico serve --site shop --countries /var/lib/GeoIP/GeoLite2-Country.mmdb":
        "Serve a site, and look countries up by address.",
      "portico serve --admin 10.0.0.5:8081 --admin-token /etc/portico/admin-token --admin-tls"
        + " --certificate site.pem --key site.key":
        "Serve, and accept operators from other machines with a token.",
      "portico serve --fleet postgresql://portico@db/fleet --fleet-key /etc/portico/fleet-key"
        + " --node-listen 10.0.0.5:8090":
        "Serve as one of several nodes, which publish and purge as one.",
      "portico serve --listen 0.0.0.0:80 --takeover /run/portico.takeover":
        "Serve, and let the next process replace this one without losing a request.",
    ]
  )

  private let configuration: ServiceConfiguration
  private let loops: Int
  /// Options that are given but have no effect.
  private var idleOptions: [String] = []

  /// The file of options that is read where there is one.
  static let optionsFile = "portico.json5"
  /// The option that names another one.
  static let optionsOption = "options"

  init(_ arguments: Arguments) throws(UsageError) {
    var arguments = arguments
    try arguments.addFile(
      of: ServeCommand.optionsOption,
      or: ServeCommand.optionsFile,
      for: ServeCommand.definition
    )
    do throws(UsageError) {
      try self.init(all: arguments)
    } catch {
      throw arguments.located(error)
    }
  }

  private init(all arguments: Arguments) throws(UsageError) {
    var configuration = ServiceConfiguration()
    configuration.listeners = try ServeCommand.listeners(arguments, "listen")
    for var listener in try ServeCommand.listeners(arguments, "listen-proxy") {
      listener.expectsProxyHeader = true
      configuration.listeners.append(listener)
    }
    try ServeCommand.checkPlaces(arguments)
    configuration.secureListeners = try ServeCommand.listeners(arguments, "listen-tls")
    configuration.admin = try ServeCommand.admin(arguments)
    configuration.identities = try ServeCommand.identities(arguments)
    configuration.alertRoutes = try AlertOptions.routes(arguments)
    configuration.alertWebhook = try AlertOptions.webhook(arguments)
    configuration.alertCommand = try AlertOptions.command(arguments)
    (configuration.gateways, configuration.gatewayToken) = try ServeCommand.gateways(arguments)
    configuration.takeover = arguments.value("takeover")
    configuration.fleet = try FleetOptions.settings(arguments)
    configuration.events = try ServeCommand.events(arguments)
    configuration.eventQueries = arguments.all("events-query")
    configuration.logAge = try arguments.value("log-age", expected: "1m to 3660d, such as 7d") {
      TimeSpan($0, in: .seconds(60) ... .seconds(3_660 * 86_400))?.duration
    }
    configuration.eventAddresses =
      try arguments.value("events-client", expected: "none, network or full") {
        EventAddresses(rawValue: $0)
      } ?? .network
    configuration.eventHeaders = EventHeaders(
      request: try Self.fieldNames(arguments, "events-request"),
      response: try Self.fieldNames(arguments, "events-response")
    )
    configuration.tracedShare = try ServeCommand.share(arguments, "trace-share")
    configuration.collector = try ServeCommand.otlp(arguments)
    configuration.sentShare = try ServeCommand.share(arguments, "send-share")
    configuration.upstream = try arguments.value(
      "upstream",
      expected: "HOST:PORT or unix:/path, up to 107 bytes"
    ) { Origin($0) }
    configuration.limits = try ServerLimits(arguments)
    configuration.upstreamTimeout = try ServerLimits.ofUpstream(arguments)
    configuration.keepsCache = arguments.has("keep-cache")
    configuration.cacheBytes =
      try arguments.value("cache", expected: "1M to 1024G, such as 512M") {
        ByteCount($0, in: ServeCommand.cacheRange)?.bytes
      } ?? configuration.cacheBytes
    configuration.historyBytes =
      try arguments.value("history", expected: "64M to 1024G, or 0 for none") {
        $0 == "0" ? 0 : ByteCount($0, in: (64 << 20)...(1 << 40))?.bytes
      } ?? configuration.historyBytes
    configuration.timing = try arguments.values(
      "timing-for",
      expected: "an address or a network such as 10.0.0.0/8"
    ) { IPNetwork($0) }
    configuration.sites = arguments.all("site")
    if configuration.sites.isEmpty, configuration.upstream == nil, SiteOptions.hasSite(".") {
      configuration.sites = ["."]
    }
    configuration.state = arguments.value("state")
    try ServeCommand.checkShares(configuration)
    configuration.countries = arguments.value("countries")
    if let countries = configuration.countries, configuration.sites.isEmpty {
      throw UsageError(
        "--countries is \(countries) and there is no site; expected --site, or a folder with one"
      )
    }
    if configuration.sites.isEmpty {
      idleOptions = ServeCommand.optionsOfSites.filter { arguments.has($0) }
    }
    loops =
      try arguments.value("loops", expected: "1 to 256") { Int($0, in: 1...256) }
      ?? LoopGroup.processors
    configuration.options = ServedOption.all(arguments, configuration, loops: loops)
    self.configuration = configuration
  }

  /// Options that have no effect without a site.
  private static let optionsOfSites =
    ["state", "admin", "trace-share", "cache", "keep-cache", "history", "timing-for"]
    + (AlertOptions.all + gatewayOptions + FleetOptions.all + logOptions + eventOptions
    + sendingOptions)
    .map(\.name)

  private static let cacheRange = (1 << 20)...(1 << 40)

  /// Returns the share that an option gives in percent; all where it is not given.
  private static func share(_ arguments: Arguments, _ option: String) throws(UsageError) -> Double {
    try arguments.value(option, expected: "0 to 100") { text in
      Double(text).flatMap { (0...100).contains($0) ? $0 / 100 : nil }
    } ?? 1
  }

  /// Each site must have a share of the cache.
  private static func checkShares(_ configuration: ServiceConfiguration) throws(UsageError) {
    let count = configuration.sites.count
    guard count <= SiteNames.maximumCount else {
      throw UsageError(
        "--site is given \(count) times; expected at most \(SiteNames.maximumCount) sites"
      )
    }
    guard configuration.cacheBytes >= count * cacheRange.lowerBound else {
      throw UsageError("--cache is too little for \(count) sites; expected 1M for each")
    }
  }

  private static func admin(_ arguments: Arguments) throws(UsageError) -> AdminAccess? {
    try arguments.check("admin-token", "admin-tls", need: "admin")
    let address = try arguments.value(
      "admin",
      expected: "127.0.0.1:8081, [::1]:8081 or unix:/path, up to 107 bytes"
    ) { SocketAddress($0) }
    guard let address else { return nil }
    let given = arguments.all("admin-token").map { AdminTokens.File($0) }
    let tokens = given.isEmpty ? AdminTokens.File.credentials : given
    guard address.isOfThisMachine || !tokens.isEmpty else {
      throw UsageError(
        "--admin is \(address), which other machines can reach, and so purge and "
          + "reload; expected --admin-token with it, or an address such as 127.0.0.1:8081"
      )
    }
    return AdminAccess(address: address, tokens: tokens, isSecure: arguments.has("admin-tls"))
  }

  private static func identities(_ arguments: Arguments) throws(UsageError) -> [TLSIdentity] {
    let (certificates, keys) = (arguments.all("certificate"), arguments.all("key"))
    guard certificates.count == keys.count else {
      throw UsageError(
        "\(certificates.count) certificates and \(keys.count) keys; expected one key for each"
      )
    }
    let wantsTLS = arguments.has("listen-tls") || arguments.has("admin-tls")
    guard certificates.isEmpty == !wantsTLS else {
      throw UsageError("--certificate goes together with --listen-tls or --admin-tls")
    }
    return zip(certificates, keys).map { TLSIdentity(chainFile: $0, keyFile: $1) }
  }

  /// Refuses an address given twice, except with port 0, which is another port each time.
  private static func checkPlaces(_ arguments: Arguments) throws(UsageError) {
    var places: Set<String> = []
    for option in ["listen", "listen-proxy", "listen-tls", "admin"] {
      for place in arguments.all(option) where !place.hasSuffix(":0") {
        guard places.insert(place).inserted else { throw UsageError("\(place) is given twice") }
      }
    }
  }

  private static func listeners(
    _ arguments: Arguments,
    _ option: String
  ) throws(UsageError) -> [ListenerConfiguration] {
    try arguments.values(
      option,
      expected: "127.0.0.1:80, [::1]:80 or unix:/path, up to 107 bytes"
    ) { SocketAddress($0).map { ListenerConfiguration($0) } }
  }

  func run() async throws -> ExitCode {
    AllocatorSettings.apply()
    let descriptors = try DescriptorLimit.raise()
    let group = try LoopGroup(count: loops)
    let service = try await Service.start(configuration, descriptors: descriptors, on: group)
    StandardStream.output.write(service.greeting)
    if !idleOptions.isEmpty {
      let names = idleOptions.map { "--\($0)" }.joined(separator: ", ")
      StandardStream.errors.write(
        "portico: without a site these options have no effect: \(names)\n"
      )
    }
    await service.stop(isReplaced: await service.untilStopped())
    group.stop()
    return .done
  }
}
