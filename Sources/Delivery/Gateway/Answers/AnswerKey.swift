// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import Learning
import Sites

/// The cache key of an answer: everything that it depends on.
struct AnswerKey: Hashable {
  var document: DocumentNumber
  /// The values of the names in a plan's path, and its parameters.
  var values: [String]
  var parameters: [String]
  var audience: Audience
  var preview: UnixTime?
  var isLight: Bool
  var fields: [String]?
  var format: AnswerFormat
  var codings: AnswerCodings
  /// Whether the path of the request is in canonical form, without the extension of a format.
  var isCanonical: Bool
  /// Whether fields of the request decided.
  var variesByFields: Bool
  /// The number of the edge whose fields decided, which the answer names in `Vary`; `nil` for none.
  var edge: Int?
  /// Whether the country follows from the client's address, or may follow from it.
  var isByAddress: Bool
  var gate: GateOutcome
}

extension AnswerKey {
  /// A hash of the values in the path and the parameters; `nil` for none.
  var thing: UInt64? {
    let named = values + parameters.filter { !$0.isEmpty }
    return named.isEmpty ? nil : TrafficSketch.hash(named)
  }

  /// The values of the parameters, each behind a semicolon.
  var parameterText: String {
    parameters.reduce(into: "") { if !$1.isEmpty { $0 += ";\($1)" } }
  }

  /// The extension of the links of an answer. Whoever names a format in a path cannot name it in Accept, so what
  /// the links lead to has the same.
  var linkSuffix: String {
    isCanonical || format == .standard ? "" : "\(format.suffix)"
  }

  /// The key as bytes: its path first, so that the entry can be purged by path. Each kept answer has them, so
  /// that what takes few values stands in few bits.
  ///
  /// - Parameter revision: the revision of the published content that the answer follows from.
  func bytes(path: String, revision: [UInt8], token: String) -> [UInt8] {
    let fields = fields.map { $0.joined(separator: ",") }
    let texts = parameters.reduce(path.utf8.count + token.utf8.count + (fields?.utf8.count ?? 0)) {
      $0 + 1 + $1.utf8.count
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts + revision.count + (edge == nil ? 4 : 5) + (fields == nil ? 0 : 1))
    bytes += path.utf8
    bytes.append(0)
    bytes += revision
    bytes.append(flags)
    bytes.append(format.rawValue)
    bytes.append(codings.number)
    if let edge { bytes.append(UInt8(truncatingIfNeeded: edge)) }
    bytes += token.utf8
    func add(_ text: String) {
      bytes.append(0)
      bytes += text.utf8
    }
    for parameter in parameters { add(parameter) }
    if let fields { add(fields) }
    if let preview { add("\(preview.seconds)") }
    switch gate {
    case .open: break
    case .recommended(let app): add("recommended \(app)")
    case .required(let app): add("required \(app)")
    }
    return bytes
  }

  /// The members that are true or false, and which of the optional ones follow.
  private var flags: UInt8 {
    let isGated = gate != .open
    return (isLight ? 1 : 0) | (isCanonical ? 2 : 0) | (variesByFields ? 4 : 0)
      | (isByAddress ? 8 : 0) | (fields == nil ? 0 : 16) | (edge == nil ? 0 : 32)
      | (preview == nil ? 0 : 64) | (isGated ? 128 : 0)
  }
}
