// SPDX-License-Identifier: Apache-2.0

import FourM
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
    self.scheme = scheme
    self.place = place
    self.expectsProxyHeader = expectsProxyHeader
  }
}

/// A request of the log as a command of curl to one of the listeners, as far as the log has it.
struct CurlLine {
  let record: EventRecord
  /// The listener that is asked; `nil` where the host of the request is all that is known.
  let listener: VisitorListener?

  /// - Parameter listeners: of these, one without TLS is preferred, since no name has to fit its certificate.
  init(_ record: EventRecord, _ listeners: [VisitorListener]) {
    self.record = record
    listener = listeners.first { $0.scheme == "http" } ?? listeners.first
  }

  /// The command. Every part that the request brought is in single quotes, in which nothing has a meaning to a
  /// shell; curl itself is told to take braces, brackets and dots in the URL as they are.
  var text: String {
    let query = record.text(.query)
    let target = record.text(.path) + (query.isEmpty ? "" : "?\(query)")
    var words = ["curl", "-i", "--globoff", "--path-as-is"]
    let method = record.text(.method)
    switch method {
    case "GET", "": break
    case "HEAD": words.append("-I")
    default: words += ["-X", CurlLine.quoted(method)]
    }
    if listener?.expectsProxyHeader ?? false { words.append("--haproxy-protocol") }
    let host = record.text(.host)
    let isPlainHost = !host.isEmpty && host.utf8.allSatisfy { CurlLine.isOfHost($0) }
    if !host.isEmpty, !isPlainHost { words += ["-H", CurlLine.quoted("Host: \(host)")] }
    var authority = isPlainHost ? host : "localhost"
    switch listener?.place {
    case nil: break
    case .address(let address) where isPlainHost:
      words += ["--connect-to", CurlLine.quoted("::\(address)")]
    case .address(let address): authority = address
    case .socket(let path) where path.hasPrefix("@"):
      words += ["--abstract-unix-socket", CurlLine.quoted(String(path.dropFirst()))]
    case .socket(let path): words += ["--unix-socket", CurlLine.quoted(path)]
    }
    words.append(CurlLine.quoted("\(listener?.scheme ?? "http")://\(authority)\(target)"))
    return words.joined(separator: " ")
  }

  /// The parts of the request that the command lacks.
  var missing: String {
    let withheld = record.text(.withheldParameters)
    let parameters =
      withheld.isEmpty ? "" : " and \(withheld) of its parameters, which the log does not show"
    return "It lacks the fields and the body of the request\(parameters)."
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

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
