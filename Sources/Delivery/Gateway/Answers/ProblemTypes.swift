// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The kinds of problems that the gateway tells clients about; the page Problems of the documentation
/// explains each.
extension ProblemType {
  static let noSuchDocument = gateway("no-such-document", .notFound)
  static let nothingFound = gateway("nothing-found", .notFound)
  static let methodNotAllowed = gateway("method-not-allowed", .methodNotAllowed)
  static let notAcceptable = gateway("not-acceptable", .notAcceptable)
  static let badParameter = gateway("bad-parameter", .badRequest)
  static let brokenFlow = gateway("broken-flow", .badRequest)
  static let badPath = gateway("bad-path", .badRequest)
  static let bodyTooLarge = gateway("body-too-large", .contentTooLarge)
  static let unsupportedQuery = gateway("unsupported-query", .unsupportedMediaType)
  static let preconditionFailed = gateway("precondition-failed", .preconditionFailed)
  static let tooManyRequests = gateway("too-many-requests", .tooManyRequests)
  static let noEdition = gateway("no-edition", .serviceUnavailable)
  static let notKept = gateway("not-kept", .gatewayTimeout)

  /// A service behind the gateway failed, in one of the ways that a status tells apart.
  static func serviceFailed(_ status: Status) -> ProblemType {
    gateway(status == .serviceUnavailable ? "service-overloaded" : "service-failed", status)
  }

  private static func gateway(_ name: String, _ status: Status) -> ProblemType {
    ProblemType(
      uri: "urn:portico:problem:\(name)",
      title: status.reason.description,
      status: status
    )
  }
}
