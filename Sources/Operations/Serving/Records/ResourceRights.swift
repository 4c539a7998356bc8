// SPDX-License-Identifier: Apache-2.0

import Digests
import HTTPValues
import ResourceService
import Sites

/// The access levels of requests for a site's records, by their bearer tokens. Only digests of tokens
/// are kept, and they are compared in constant time.
struct ResourceRights: Sendable {
  private static let scheme = "bearer "

  /// The permissions of a request without a token.
  private let anybody: Caller
  private let tokens: [(digest: [UInt8], rights: ResourceSettings.Rights)]

  /// - Parameters:
  ///   - missing: called with each variable that the environment lacks.
  init(_ settings: ResourceSettings, environment: [String: String], missing: (String) -> Void) {
    anybody = Caller(settings.open)
    var tokens: [(digest: [UInt8], rights: ResourceSettings.Rights)] = []
    for (name, rights) in [
      (settings.writeToken, ResourceSettings.Rights.write), (settings.administerToken, .administer),
    ] {
      guard let name else { continue }
      if let token = environment[name], !token.isEmpty {
        tokens.append((ResourceRights.digest(token[...]), rights))
      } else {
        missing(name)
      }
    }
    self.tokens = tokens
  }

  /// Returns the permissions of a request with these fields. A token that may write is not bound by
  /// the rules of types.
  func callAsFunction(_ fields: Fields) -> Caller {
    guard let said = fields[FieldName(.authorization)],
      said.prefix(ResourceRights.scheme.count).lowercased() == ResourceRights.scheme
    else { return anybody }
    let digest = ResourceRights.digest(said.dropFirst(ResourceRights.scheme.count))
    var rights = ResourceSettings.Rights.nothing
    for token in tokens where ConstantTime.areEqual(token.digest, digest) {
      rights = max(rights, token.rights)
    }
    return Caller(max(anybody.level, rights), isTrusted: rights >= .write)
  }

  private static func digest(_ token: Substring) -> [UInt8] {
    SHA256.digest(of: Array(token.utf8).span)
  }
}
