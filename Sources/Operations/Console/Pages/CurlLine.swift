// SPDX-License-Identifier: Apache-2.0

import Signals

/// A listener for visitors, as another process of this machine reaches it.
package struct VisitorListener: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    /// An address with its port.
    case address(String)
    /// The path of a Unix socket; `@name` stands for one in the abstract name space.
    case socket(String)
  }

  package let scheme: String
  package let place: Place
  /// Whether a connection begins with a PROXY header.
  package let expectsProxyHeader: Bool

  package init(_ scheme: String, _ place: Place, expectsProxyHeader: Bool = false) {
    (self.scheme, self.place, self.expectsProxyHeader) = (scheme, place, expectsProxyHeader)
  }
}

/// A request as a command of curl to one of the listeners.
struct CurlCommand {
  var method = "GET"
  /// The host of the request; empty where the listener's address is enough.
  var host = ""
  /// The path and the query.
  var target: String
  /// Header fields, such as `Accept: text/plain`.
  var fields: [String] = []
  var body: String?
  /// The listener that is asked; `nil` where the host of the request is all that is known.
  let listener: VisitorListener?

  /// - Parameter listeners: of these, one without TLS is preferred, since no name has to fit its certificate.
  init(_ target: String, _ listeners: [VisitorListener]) {
    self.target = target
    listener = listeners.first { $0.scheme == "http" } ?? listeners.first
  }

  private var isPlainHost: Bool {
    !host.isEmpty && host.utf8.allSatisfy { CurlCommand.isOfHost($0) }
  }

  /// The URL, with the address of the listener where the host is not known.
  var url: String {
    var authority = isPlainHost ? host : "localhost"
    if !isPlainHost, case .address(let address)? = listener?.place { authority = address }
    return "\(listener?.scheme ?? "http")://\(authority)\(target)"
  }

  /// The command. Every part that the request brought is in single quotes, in which nothing has a meaning to a
  /// shell; curl itself is told to take braces, brackets and dots in the URL as they are.
  var text: String {
    var words = ["curl", "-i", "--globoff", "--path-as-is"]
    switch method {
    case "GET", "": break
    case "HEAD": words.append("-I")
    default: words += ["-X", CurlCommand.quoted(method)]
    }
    if listener?.expectsProxyHeader ?? false { words.append("--haproxy-protocol") }
    if !host.isEmpty, !isPlainHost { words += ["-H", CurlCommand.quoted("Host: \(host)")] }
    for field in fields { words += ["-H", CurlCommand.quoted(field)] }
    if let body { words += ["--data-raw", CurlCommand.quoted(body)] }
    switch listener?.place {
    case nil: break
    case .address(let address):
      if isPlainHost { words += ["--connect-to", CurlCommand.quoted("::\(address)")] }
    case .socket(let path) where path.hasPrefix("@"):
      words += ["--abstract-unix-socket", CurlCommand.quoted(String(path.dropFirst()))]
    case .socket(let path): words += ["--unix-socket", CurlCommand.quoted(path)]
    }
    words.append(CurlCommand.quoted(url))
    return words.joined(separator: " ")
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}

/// A request of the log as a command of curl, as far as the log has it.
struct CurlLine {
  let record: EventRecord
  let command: CurlCommand

  init(_ record: EventRecord, _ listeners: [VisitorListener]) {
    self.record = record
    let query = record.text(.query)
    var command = CurlCommand(record.text(.path) + (query.isEmpty ? "" : "?\(query)"), listeners)
    command.method = record.text(.method)
    command.host = record.text(.host)
    self.command = command
  }

  var text: String { command.text }
  var listener: VisitorListener? { command.listener }

  /// The parts of the request that the command lacks.
  var missing: String {
    let withheld = record.text(.withheldParameters)
    let parameters =
      withheld.isEmpty ? "" : " and \(withheld) of its parameters, which the log does not show"
    return "It lacks the fields and the body of the request\(parameters)."
  }
}
