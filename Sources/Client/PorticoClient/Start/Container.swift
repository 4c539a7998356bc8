// SPDX-License-Identifier: Apache-2.0

/// The folder of one environment and one account: everything of them that outlives the process is in it, and nothing
/// else. So two environments or two accounts never mix, and logging out removes one folder.
///
/// ```swift
/// let container = Container(production, account: user.id, in: caches + "/portico")
/// let client = Client(production, transport: transport, persistence: container.persistence)
/// try await container.logOut(of: client)
/// ```
public struct Container: Sendable, Hashable {
  /// The most bytes of a folder's name, of the 255 that file systems allow.
  private static let longestName = 200

  /// The environment.
  public let environment: Environment
  /// The id of the account; empty for nobody.
  public let account: String
  /// The folder.
  public let folder: String

  /// Names a folder; nothing is read or made.
  ///
  /// - Parameters:
  ///   - environment: the environment.
  ///   - account: the id of the account; empty for a user who is not signed in.
  ///   - root: the folder of all containers.
  public init(_ environment: Environment, account: String = "", in root: String) {
    (self.environment, self.account) = (environment, account)
    folder = [root, Container.name(environment.name), Container.name(account)]
      .joined(separator: "/")
  }

  /// A persistence in the folder, for one client.
  public var persistence: FilePersistence { FilePersistence(folder: folder + "/store") }

  /// Ends a client, and removes the folder: requests are cancelled, and nothing more is written.
  ///
  /// - Throws: ``PersistenceFault`` with the first file that could not be removed.
  public func logOut(of client: Client) async throws {
    client.tasks.cancelAll()
    await client.store.close()
    try remove()
  }

  /// Removes the folder of an account that no client uses.
  public func remove() throws(PersistenceFault) { try DiskFile.removeAll(folder) }

  /// Returns the name of a folder: another one for each text, also where the file system ignores case.
  private static func name(_ text: String) -> String {
    var name = "_"
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        name.unicodeScalars.append(UnicodeScalar(byte))
      default: name += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    // A long one is a folder in a folder, which has a name that no other text has.
    var names: [Substring] = []
    var rest = name[...]
    while rest.utf8.count > longestName {
      names.append(rest.prefix(longestName))
      rest = rest.dropFirst(longestName)
    }
    return (names.map { $0 + "+" } + [String(rest)]).joined(separator: "/")
  }
}
