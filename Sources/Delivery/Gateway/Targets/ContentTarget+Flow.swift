// SPDX-License-Identifier: Apache-2.0

import Editions
import HTTPValues
import Plans
import Sites

extension ContentTarget {
  /// The values that a request carries along a flow.
  struct Brought {
    /// Values by their names, with defaults for those that the link does not carry.
    var values: [String: String] = [:]
    /// The fault of the link; `nil` for none.
    var fault: String?
  }

  /// The defaults of a document in a flow.
  static func defaults(of document: PlannedDocument?) -> [String: String] {
    (document?.flow.names ?? []).reduce(into: [:]) { $0[$1.name] = $1.fallback }
  }

  /// Reads the values that the link to a document carried. Values that the document does not
  /// declare are ignored.
  static func brought(
    to document: PlannedDocument?,
    _ given: QueryParameters,
    _ seal: FlowSeal
  ) -> Brought {
    var brought = Brought()
    guard let flow = document?.flow, !flow.names.isEmpty else { return brought }
    var carried: [String: String] = [:]
    if let token = given[FlowSeal.parameter] {
      guard let values = seal.values(of: token, to: flow) else {
        brought.fault = "\(FlowSeal.parameter): expected it as a link to this document has it"
        return brought
      }
      carried = values
    }
    for name in flow.names {
      guard let value = carried[name.name] ?? name.fallback else {
        if name.isRequired {
          brought.fault =
            brought.fault ?? "\(FlowSeal.parameter): expected a link that carries \"\(name.name)\""
        }
        continue
      }
      if value.utf8.count > name.maximumBytes {
        brought.fault =
          brought.fault
          ?? "\(FlowSeal.parameter): \"\(name.name)\" has \(value.utf8.count) bytes; expected at most "
          + "\(name.maximumBytes)"
      }
      brought.values[name.name] = value
    }
    return brought
  }
}

/// A fault in the query of a request.
enum TargetFault {
  /// A parameter is not what the document accepts.
  case parameter(String)
  /// A step of a flow is asked for by something that is not a valid link to it.
  case flow(String)
}
