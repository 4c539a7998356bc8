// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Sites

/// Keeps parts of an emergency that hold on disk, for the next start.
package struct StoredOverlay: Sendable {
  /// More than any two emergency files come to, however their letters are written.
  private static let maximumBytes = 1 << 20

  private let folder: String
  private let path: String

  /// The parts of the emergency file.
  ///
  /// - Parameter folder: where a site keeps its state.
  package init(in folder: String) { self.init(in: folder, named: "emergency.json") }

  /// Reads the orders of operators, which are kept in the form of the emergency file.
  package init(ofOrdersIn folder: String) { self.init(in: folder, named: "maintenance.json") }

  private init(in folder: String, named name: String) {
    self.folder = folder
    path = "\(folder)/\(name)"
  }

  /// Reads the emergency that was kept last; empty where none lasts.
  func read() throws(SourceFault) -> DataDictionary {
    guard Files.exists(path) else { return DataDictionary() }
    do {
      let bytes = try Files.read(path, limit: StoredOverlay.maximumBytes)
      let value = try DataValue(reading: bytes.span, as: .json)
      if case .dictionary(let parts) = value.content { return parts }
      throw SourceFault(path: path, reason: "it holds \(value.kindName); expected a dictionary")
    } catch let fault as SourceFault {
      throw fault
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
  }

  func write(_ parts: DataDictionary) throws(SourceFault) {
    do {
      guard !parts.members.isEmpty else { return try Files.remove(path) }
      let bytes = try JSONWriter().bytes(of: DataValue(.dictionary(parts)))
      try Files.makeFolder(folder)
      try Files.write(bytes, to: path)
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
  }
}
