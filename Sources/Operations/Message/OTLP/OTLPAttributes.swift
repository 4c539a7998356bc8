// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Signals

/// The names of the attributes that fields of events become: those of OpenTelemetry's conventions, and
/// `portico.…` for others. Fields that have a place of their own, or may not be sent, have none.
enum OTLPAttributes {
  static let ofRequests = texts(
    of: nil,
    [
      .scheme: "url.scheme", .path: "url.path", .query: "url.query",
      .protocolVersion: "network.protocol.version", .client: "client.address",
      .status: "http.response.status_code",
    ],
    prefix: "portico.",
    without: [.traceID, .spanID, .parentSpanID, .backends, .method, .host, .errorMessage]
  )
  /// Those of calls that were sent.
  static let ofCalls = texts(
    of: .backends,
    [
      .backendName: "peer.service", .backendTemplate: "url.template",
      .backendStatus: "http.response.status_code",
    ],
    prefix: "portico.call.",
    without: [
      .backendSpanID, .backendBegin, .backendDuration, .backendMethod, .backendTarget,
      .backendEndpoint, .backendErrorMessage,
    ]
  )
  /// Those of calls that were answered from memory.
  static let ofKeptCalls = texts(
    of: .backends,
    [.backendName: "peer.service", .backendErrorMessage: "error.type"],
    prefix: "portico.call.",
    without: [.backendSpanID, .backendBegin, .backendDuration]
  )
  /// Those of calls within a log record.
  static let ofGroups = texts(of: .backends, [:], prefix: "", without: [])

  private static func texts(
    of group: EventField?,
    _ conventions: [EventField: String],
    prefix: String,
    without placed: Set<EventField>
  ) -> FieldTexts {
    FieldTexts { definition in
      guard definition.group == group, definition.leavesHost, !placed.contains(definition.field)
      else { return nil }
      return conventions[definition.field] ?? prefix + definition.name
    }
  }
}

/// The attributes of HTTP that OpenTelemetry's conventions make of several fields of an event.
struct HTTPAttributes {
  var method: String?
  /// The path as a site declares it.
  var route: String?
  /// The host with its port, if it is not that of the scheme.
  var authority: String?
  var scheme: Scheme = .http
  /// A Unix socket, in place of a host.
  var socket: String?
  /// The whole URL, of a call.
  var url: String?
  var error: String?

  private var conventionalMethod: String? {
    method.map { Method($0)?.conventionalName ?? Method.other($0).conventionalName }
  }

  /// The name of the span: the method and the declared path, of which there are few.
  var spanName: String {
    let known = method.flatMap { $0 == conventionalMethod ? $0 : nil } ?? "HTTP"
    return route.map { "\(known) \($0)" } ?? known
  }

  func write(to list: inout OTLPWriter) {
    if let method, let name = conventionalMethod {
      list.attribute("http.request.method", name)
      if name != method { list.attribute("http.request.method_original", method) }
    }
    if let authority, let server = Origin(authority: authority[...], scheme: scheme) {
      list.attribute("server.address", server.host)
      list.attribute("server.port".utf8Span.span) {
        $0.add(3, "intValue", integer: Int64(server.port))
      }
    }
    if let socket { list.attribute("server.address", socket) }
    if let url { list.attribute("url.full", url) }
    if let error { list.attribute("error.type", error) }
  }
}
