// SPDX-License-Identifier: Apache-2.0

/// The process whose signals are sent: OTLP's resource and scope.
package struct OTLPSource: Sendable {
  private let version: String
  private let host: String?
  private let process: Int

  package init(version: String, host: String?, process: Int) {
    (self.version, self.host, self.process) = (version, host, process)
  }

  /// The name of the sender in HTTP.
  var agent: String { "OTel-OTLP-Exporter-Portico/\(version)" }

  /// Writes the request that exports signals of one kind; all three have the same numbers.
  ///
  /// - Parameter signals: writes the signals, an element each.
  func write(
    _ signal: OTLPSignal,
    to request: inout OTLPWriter,
    _ signals: (inout OTLPWriter) -> Void
  ) {
    let names = signal.names
    request.list(1, names.resources) { resources in
      resources.element { ofResource in
        ofResource.add(1, "resource", message: writeResource)
        ofResource.list(2, names.scopes) { scopes in
          scopes.element { ofScope in
            ofScope.add(1, "scope", message: writeScope)
            ofScope.list(2, names.messages, signals)
          }
        }
      }
    }
  }

  private func writeResource(_ resource: inout OTLPWriter) {
    resource.list(1, "attributes") { attributes in
      attributes.attribute("service.name", "portico")
      attributes.attribute("service.version", version)
      attributes.attribute("process.pid".utf8Span.span) {
        $0.add(3, "intValue", integer: Int64(process))
      }
      if let host { attributes.attribute("host.name", host) }
    }
  }

  private func writeScope(_ scope: inout OTLPWriter) {
    scope.add(1, "name", text: "portico")
    scope.add(2, "version", text: version)
  }
}

/// A kind of signal, with a path of its own.
package enum OTLPSignal: String, Sendable, CaseIterable {
  case traces, logs, metrics

  var path: String { "/v1/\(rawValue)" }

  fileprivate var names: (resources: StaticString, scopes: StaticString, messages: StaticString) {
    switch self {
    case .traces: ("resourceSpans", "scopeSpans", "spans")
    case .logs: ("resourceLogs", "scopeLogs", "logRecords")
    case .metrics: ("resourceMetrics", "scopeMetrics", "metrics")
    }
  }
}
