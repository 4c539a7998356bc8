// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A text that a site's file has, or that the machine has in its environment or in a file.
package struct DeclaredValue: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case fixed(String)
    /// The name of a variable of the environment.
    case environment(String)
    /// The absolute path of a file.
    case file(String)
  }

  package var source: Source
  /// Stands before a value of the machine, such as `Bearer `.
  package var prefix = ""

  package init(_ source: Source) { self.source = source }
}

/// Additions to the requests of a service, a call or a pass: made when a request is sent, so that nothing else of
/// the gateway sees the values.
package struct SentValues: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package let name: FieldName
    package let value: DeclaredValue

    package init(_ name: FieldName, _ value: DeclaredValue) {
      (self.name, self.value) = (name, value)
    }
  }

  package struct Parameter: Sendable, Hashable {
    package let name: String
    package let value: DeclaredValue

    package init(_ name: String, _ value: DeclaredValue) { (self.name, self.value) = (name, value) }
  }

  /// The host that a request names.
  package enum Host: Sendable, Hashable {
    /// The host of the service's address.
    case address
    /// A host of its own.
    case named(String)
  }

  package static let mostFields = 32
  package static let mostParameters = 32

  /// Replace fields of the same name.
  package var fields: [Field] = []
  /// Replace parameters of the query of the same name.
  package var query: [Parameter] = []
  /// `nil`: of calls the host of the address, of passes the one that the client names.
  package var host: Host?

  package init() {}

  /// Tells additions apart, by where their values are.
  package var identity: String {
    let all =
      fields.map { "\($0.name)=\($0.value)" } + query.map { "?\($0.name)=\($0.value)" }
      + ["\(host, default: "")"]
    return all.joined(separator: "\n")
  }

  package var isEmpty: Bool { fields.isEmpty && query.isEmpty && host == nil }
}
