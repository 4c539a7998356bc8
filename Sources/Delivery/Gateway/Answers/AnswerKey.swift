// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions

/// Everything that an answer depends on.
struct AnswerKey: Hashable {
  var document: DocumentNumber
  /// What stands for the names of a plan's path, and its parameters.
  var values: [String]
  var parameters: [String]
  var audience: Audience
  var preview: UnixTime?
  var isLight: Bool
  var fields: [String]?
  var format: AnswerFormat
  var codings: AnswerCodings
  /// Whether the request named the audience as we do; if not, the answer says how we name it.
  var isCanonical: Bool
  /// Whether the request's fields decided.
  var variesByFields: Bool
  /// Whose fields decided, where some did: the answer names them.
  var edge: Int?
  /// Whether the country is known by the client's address, or might be.
  var isByAddress: Bool
  var gate: GateOutcome
}
