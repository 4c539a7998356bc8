// SPDX-License-Identifier: Apache-2.0

import HTTPForwarding
import HTTPValues

/// The kinds of problems that the gateway tells clients about; the page Problems of the documentation
/// explains each.
extension ProblemType {
  static let noSuchDocument = ofGateway("no-such-document", .notFound)
  static let nothingFound = ofGateway("nothing-found", .notFound)
  static let methodNotAllowed = ofGateway("method-not-allowed", .methodNotAllowed)
  static let notAcceptable = ofGateway("not-acceptable", .notAcceptable)
  static let badParameter = ofGateway("bad-parameter", .badRequest)
  static let brokenFlow = ofGateway("broken-flow", .badRequest)
  static let signInNeeded = ofGateway("sign-in-needed", .unauthorized)
  static let notAllowed = ofGateway("not-allowed", .forbidden)
  static let badPath = ofGateway("bad-path", .badRequest)
  static let bodyTooLarge = ofGateway("body-too-large", .contentTooLarge)
  static let unsupportedQuery = ofGateway("unsupported-query", .unsupportedMediaType)
  static let preconditionFailed = ofGateway("precondition-failed", .preconditionFailed)
  static let tooManyRequests = ofGateway("too-many-requests", .tooManyRequests)
  static let noEdition = ofGateway("no-edition", .serviceUnavailable)
  static let notKept = ofGateway("not-kept", .gatewayTimeout)
}
