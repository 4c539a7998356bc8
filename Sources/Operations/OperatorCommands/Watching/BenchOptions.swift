// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Editions
import FileShapes
import Files
import HTTPValues
import LoadTest
import Model
import Reactor
import Serving
import Sites
import TransportSecurity

/// The options of `portico bench`.
struct BenchOptions {
  /// A load test with a title.
  struct Test {
    let title: String
    let plan: LoadPlan
    /// Routes of the model that the test leaves out.
    var left: [TrafficModel.RouteName] = []
  }

  static let all =
    [
      Option(
        "rate NUMBER",
        "Send a GET of the URL so many times a second, in place of the model's routes"
      ),
      Option("of LEVEL", "Play the model's rates steady or peak", fallback: "steady"),
      Option("load TIMES", "So many times these rates"),
      Option(
        "requests FILE",
        "Values for the names in paths, and fields and contents of routes, in JSON5, in place of"
          + " the model's"
      ),
      Option(
        "header FIELD",
        "Send this field with every request, such as 'accept-language: fr-CA'",
        repeats: true
      ),
      Option(
        "duration TIME",
        "The time during which requests are sent, from 1s to 1440m",
        fallback: "60s"
      ),
      Option(
        "connections COUNT",
        "Connections, from 1 to 10000; one of HTTP/1.1 carries a request at a time",
        fallback: "64"
      ),
      Option("timeout TIME", "The longest time for a response, from 10ms to 10m", fallback: "10s"),
      Option("loops COUNT", "Threads that send, from 1 to 256", fallback: "1"),
      Option("http2", "Speak HTTP/2: by ALPN to https, at once to http"),
      Option(
        "authorities FILE",
        "Trust the authorities in this PEM file in place of the machine's"
      ),
      Option("within TIME", "With --rate: the promised time; none, unless given"),
      Option(
        "percentile NUMBER",
        "With --rate: the percentage that is answered within it",
        fallback: "99"
      ),
      Option(
        "availability NUMBER",
        "With --rate: the percentage that is answered at all",
        fallback: "99.9"
      ),
      Option("report FILE", "Write a page of HTML with charts"),
      Option("learn FILE", "Write the measured rates and times as a model of a site file"),
    ] + [SiteOptions.site, SiteOptions.json]

  /// Options that set the promise for the one URL.
  private static let promising = ["within", "percentile", "availability"]
  /// Options that concern the model.
  private static let modelling = ["of", "load", "requests", "site"]
  private static let percentages = 50.0...99.999
  private static let factors = 0.001...1_000_000.0
  private static let durations = Duration.seconds(1)...ArrivalSchedule.longest
  private static let timeouts = Duration.milliseconds(10)...Duration.seconds(600)
  private static let loopCounts = 1...256

  let origin: Origin
  let loops: Int
  let isHTTP2: Bool
  let isJSON: Bool
  let report: String?
  let learned: String?
  private let arguments: Arguments
  private let target: String

  init(_ arguments: Arguments) throws(UsageError) {
    self.arguments = arguments
    guard let text = arguments.operands.first, arguments.operands.count == 1,
      let (origin, target) = BenchOptions.place(text)
    else {
      throw UsageError(
        "expected one URL such as http://127.0.0.1:8080, not "
          + "\"\(arguments.operands.joined(separator: " "))\""
      )
    }
    (self.origin, self.target) = (origin, target)
    loops = try BenchOptions.count(arguments, "loops", BenchOptions.loopCounts) ?? 1
    isHTTP2 = arguments.has("http2")
    isJSON = arguments.has("json")
    report = arguments.value("report")
    learned = arguments.value("learn")
    if arguments.has("rate") {
      if let other = BenchOptions.modelling.first(where: { arguments.has($0) }) {
        throw UsageError("--\(other) is for the model, which --rate does without")
      }
    } else {
      if let other = BenchOptions.promising.first(where: { arguments.has($0) }) {
        throw UsageError("--\(other) is for --rate; the model has promises of its own")
      }
      guard target == "/" else {
        throw UsageError(
          "the URL has the path \(target); expected --rate beside it, or the address alone for the"
            + " model's routes"
        )
      }
    }
  }

  /// The origin and the target of a URL; the scheme may be missing.
  private static func place(_ text: String) -> (origin: Origin, target: String)? {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard !text.hasPrefix("unix:") else { return OperatorClient.origin(text).map { ($0, "/") } }
    let end = text[start...].firstIndex { "/?".contains($0) } ?? text.endIndex
    guard let origin = OperatorClient.origin(String(text[..<end])), !text.contains("#") else {
      return nil
    }
    let target = String(text[end...])
    return (origin, target.hasPrefix("/") ? target : "/\(target)")
  }

  /// Returns the load test, and reads the files that it needs.
  func test() throws -> Test {
    let fields = try fields()
    let (duration, timeout) = (
      try time("duration", BenchOptions.durations) ?? .seconds(60),
      try time("timeout", BenchOptions.timeouts) ?? .seconds(10)
    )
    let connections =
      try BenchOptions.count(arguments, "connections", LoadPlan.connectionCounts) ?? 64
    func plan(_ routes: [LoadPlan.Route]) -> LoadPlan {
      LoadPlan(routes, for: duration, connections: connections, timeout: timeout)
    }
    guard arguments.has("rate") else {
      let (title, routes) = try modelled(fields)
      return Test(title: title, plan: plan(routes.played), left: routes.left)
    }
    let request = Request(
      scheme: origin.scheme,
      authority: origin.authority,
      target: target,
      fields: fields
    )
    let route = LoadPlan.Route(
      "GET \(target)",
      rate: try number("rate", LoadPlan.rates) ?? 1,
      promise: try promise(),
      calls: [LoadPlan.Call(request)]
    )
    return Test(title: "GET \(target)", plan: plan([route]))
  }

  private func modelled(_ fields: Fields) throws -> (title: String, routes: LoadPlan.Routes) {
    let options = SiteOptions(arguments)
    let site = try options.shownEdition().site
    guard let model = site.model else {
      throw PlainError(
        "the site in \(options.folder) has no model; expected \"model\" in Content/site.json5, or --rate "
          + "with one URL"
      )
    }
    let word = arguments.value("of") ?? "steady"
    guard let basis = TrafficLoad.Basis(rawValue: word), basis != .live else {
      throw UsageError("--of is \(word); expected steady or peak")
    }
    let factor = try number("load", BenchOptions.factors) ?? 1
    let requests = try arguments.value("requests").map { file in
      try LoadRequests(try Files.read(file), in: file)
    }
    let routes = try LoadPlan.Routes(
      of: model,
      basis == .peak ? \.peak : \.steady,
      times: factor,
      requests: requests ?? model.requests,
      fields: fields,
      to: origin
    )
    guard !routes.played.isEmpty else {
      let left = routes.left.map { "\($0)" }.joined(separator: ", ")
      throw PlainError(
        "nothing of the model can be played"
          + (left.isEmpty
            ? ": all rates are 0"
            : "; \"requests\" in the model or --requests FILE says what is sent to \(left)")
      )
    }
    guard routes.played.reduce(0, { $0 + $1.rate }) <= LoadPlan.rates.upperBound else {
      throw UsageError("more than a million requests a second")
    }
    let times = factor == 1 ? "" : "\(factor) times "
    return ("The model of \(site.name?.value ?? "the site") at \(times)its \(word) rates", routes)
  }

  private func fields() throws(UsageError) -> Fields {
    var fields: Fields = ["user-agent": "portico-bench/\(Release.version)"]
    for line in arguments.all("header") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = FieldName(String(parts[0])) else {
        throw UsageError("--header is \"\(line)\"; expected a name, a colon and a value")
      }
      let value = String(parts[1].drop { $0 == " " })
      guard value.utf8Span.span.isFieldValue else {
        throw UsageError("--header is \"\(line)\", whose value no field can have")
      }
      fields.set(name, value)
    }
    return fields
  }

  private func promise() throws(UsageError) -> TrafficModel.ServiceLevel {
    var promise = TrafficModel.ServiceLevel()
    promise.within = try time("within", .milliseconds(1)...BenchOptions.timeouts.upperBound)
    promise.percentile = try number("percentile", BenchOptions.percentages) ?? promise.percentile
    promise.availability =
      try number("availability", BenchOptions.percentages) ?? promise.availability
    return promise
  }

  /// TLS with these application protocols; `nil` for an origin without.
  func security(protocols: [String]) throws -> (any StreamSecurity)? {
    guard origin.scheme == .https else { return nil }
    var configuration = TLSClientConfiguration()
    configuration.protocols = protocols
    if let file = arguments.value("authorities") {
      configuration.trust = .authorities([.file(file)])
    }
    let context = try TLSClientContext(configuration)
    return TLSClientSecurity(context, to: try TLSServerName(origin.host))
  }

  private func number(_ name: String, _ range: ClosedRange<Double>) throws(UsageError) -> Double? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    return try arguments.value(name, expected: expected) { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private static func count(
    _ arguments: Arguments,
    _ name: String,
    _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try arguments.value(name, expected: expected) { Int($0, in: range) }
  }

  private func time(
    _ name: String,
    _ range: ClosedRange<Duration>
  ) throws(UsageError) -> Duration? {
    let (least, most) = (range.lowerBound, range.upperBound)
    let expected = "a time such as 500ms, 30s or 5m, from \(least) to \(most)"
    return try arguments.value(name, expected: expected) { TimeSpan($0, in: range)?.duration }
  }
}
