// SPDX-License-Identifier: Apache-2.0

/// The process whose signals are sent: OTLP's resource and scope.
package struct OTLPSource: Sendable {
  private let version: String
  private let host: String?
  private let process: Int

  package init(version: String, host: String?, process: Int) {
    self.version = version
    self.host = host
    self.process = process
  }

  /// The name of the sender in HTTP.
  var agent: String { "OTel-OTLP-Exporter-Portico/\(version)" }

  private var resource: OTLPMessage {
    var attributes: [OTLPMessage] = [
      .attribute("service.name", .text("portico")),
      .attribute("service.version", .text(version)),
      .attribute("process.pid", .integer(Int64(process))),
    ]
    if let host { attributes.append(.attribute("host.name", .text(host))) }
    var resource = OTLPMessage()
    resource.add(1, "attributes", .list(attributes))
    return resource
  }

  private var scope: OTLPMessage {
    var scope = OTLPMessage()
    scope.add(1, "name", .text("portico"))
    scope.add(2, "version", .text(version))
    return scope
  }

  /// Returns the request that exports signals of one kind; all three have the same numbers.
  func request(_ signal: OTLPSignal, _ messages: [OTLPMessage]) -> OTLPMessage {
    let names = signal.names
    var ofScope = OTLPMessage()
    ofScope.add(1, "scope", .message(scope))
    ofScope.add(2, names.messages, .list(messages))
    var ofResource = OTLPMessage()
    ofResource.add(1, "resource", .message(resource))
    ofResource.add(2, names.scopes, .list([ofScope]))
    var request = OTLPMessage()
    request.add(1, names.resources, .list([ofResource]))
    return request
  }
}

/// A kind of signal, with a path of its own.
package enum OTLPSignal: String, Sendable, CaseIterable {
  case traces
  case logs
  case metrics

  var path: String { "/v1/\(rawValue)" }

  fileprivate var names: (resources: String, scopes: String, messages: String) {
    switch self {
    case .traces: ("resourceSpans", "scopeSpans", "spans")
    case .logs: ("resourceLogs", "scopeLogs", "logRecords")
    case .metrics: ("resourceMetrics", "scopeMetrics", "metrics")
    }
  }
}
