// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// Storage of passwords, sessions, codes and keys of apps. No secret itself is stored, only its
/// hash.
package protocol AccountStore: Sendable {
  /// The hash of a user's password; `nil` for one without.
  func password(of user: ResourceID) throws -> String?

  /// Sets a user's password; codes that were sent before become invalid.
  func setPassword(_ hash: String, of user: ResourceID) throws

  func add(_ session: Session) throws

  /// Returns the session with a token, and whether the token is the present one or the one before it.
  func session(withToken digest: [UInt8]) throws -> (session: Session, isPresent: Bool)?

  /// Replaces the token of a session; `false` if its present token is not `digest` any more.
  func rotate(_ session: Session, from digest: [UInt8]) throws -> Bool

  /// The sessions of a user, the newest first.
  func sessions(of user: ResourceID) throws -> [Session]

  /// Returns sessions of all users that have not expired at an instant, the newest first.
  func sessions(at now: Timestamp, _ query: SessionQuery) throws -> [Session]

  /// Ends a session of a user; `false` if it has none of that id.
  func endSession(_ id: String, of user: ResourceID) throws -> Bool

  /// Ends the sessions of a user.
  func endSessions(of user: ResourceID) throws

  func add(_ code: OneTimeCode) throws

  /// Returns a code and removes it, so that it is used once; `nil` for an unknown one.
  func takeCode(_ digest: [UInt8]) throws -> OneTimeCode?

  /// Sets an app's key; `nil` removes it.
  func setKey(_ digest: [UInt8]?, of app: ResourceID) throws

  /// The apps that have a key.
  func appsWithKeys() throws -> Set<ResourceID>

  /// The app with a key.
  func app(withKey digest: [UInt8]) throws -> ResourceID?

  /// The user whom a provider of sign-ins knows by a name of its own.
  func user(known subject: String, to issuer: String) throws -> ResourceID?

  /// Records the name by which a provider of sign-ins knows a user; `false` if it belongs to
  /// another user.
  func setUser(_ user: ResourceID, known subject: String, to issuer: String) throws -> Bool

  /// The providers of sign-ins that know a user, by their issuers.
  func issuers(knowing user: ResourceID) throws -> [String]

  /// Forgets the names by which a provider of sign-ins knows a user, unless neither a password nor a name
  /// at another provider would be left.
  ///
  /// - Parameter others: the issuers of the providers by which users can sign in.
  func forget(
    _ user: ResourceID,
    at issuer: String,
    among others: [String]
  ) throws -> ForgottenProvider

  /// The second factor of a user; `nil` for one without.
  func secondFactor(of user: ResourceID) throws -> SecondFactor?

  /// Keeps the secret of a second factor until it is confirmed, in the place of one that was not; `false` if
  /// the user has a second factor.
  func beginSecondFactor(_ secret: [UInt8], of user: ResourceID) throws -> Bool

  /// Stores the secrets of second factors in another form, all or none; returns their number.
  ///
  /// - Parameter change: returns the form of a user's secret; `nil` to leave it.
  @discardableResult
  func rewriteSecrets(_ change: (ResourceID, [UInt8]) throws -> [UInt8]?) throws -> Int

  /// Confirms a second factor, whose recovery codes have these digests; `false` if its secret does not wait for
  /// that.
  ///
  /// - Parameters:
  ///   - step: the half minute whose code has confirmed it.
  ///   - now: the instant since which the user has it.
  func confirmSecondFactor(
    _ secret: [UInt8],
    of user: ResourceID,
    by step: Int64,
    at now: Timestamp,
    recovery: [[UInt8]]
  ) throws -> Bool

  /// Records that the code of a half minute was used; `false` if one of it or of a later one was.
  func takeStep(_ step: Int64, of user: ResourceID) throws -> Bool

  /// Removes a recovery code, so that it is used once; `false` for an unknown one.
  func takeRecoveryCode(_ digest: [UInt8], of user: ResourceID) throws -> Bool

  /// Removes a user's second factor and its recovery codes; `false` for a user without.
  func removeSecondFactor(of user: ResourceID) throws -> Bool

  /// Erases a user with all that belongs to it: the records that it owns, deleted ones too, passwords,
  /// sessions, codes, messages, grants, kept answers, and its name as the author of changes. What is left of
  /// the records is that they are gone.
  func erase(_ user: ResourceID, at now: Timestamp) throws -> Erasure

  /// Forgets sessions and codes that have expired.
  func purgeAccounts(expiredBefore: Timestamp) throws
}

/// A search for sessions.
package struct SessionQuery: Sendable {
  /// The user; `nil` for those of all.
  package var user: ResourceID?
  /// The id of the device that they are on; `nil` for all.
  package var device: String?
  /// The session behind which the list begins, by when it was begun and its id.
  package var after: (created: Timestamp, id: String)?
  package var limit: Int

  package init(limit: Int) { self.limit = limit }
}

/// The result of forgetting how a provider of sign-ins knows a user.
package enum ForgottenProvider: Sendable, Equatable {
  case forgotten
  /// The provider does not know the user.
  case unknown
  /// It is the only way by which the user can sign in.
  case onlyWay
}

/// The result of erasing a user.
package struct Erasure: Sendable, Equatable {
  /// The records that are gone, without their attributes, and others that changed with them.
  package let changed: [Resource]
  /// The number of records that belonged to the user, with those that were deleted before.
  package let records: Int
  /// The ids by which the user may be known elsewhere: its own, its sessions' and its devices'.
  package let names: [String]
  /// The digests of the files that those records had.
  package let files: [String]

  package init(changed: [Resource], records: Int, names: [String], files: [String]) {
    self.changed = changed
    self.records = records
    self.names = names
    self.files = files
  }
}
