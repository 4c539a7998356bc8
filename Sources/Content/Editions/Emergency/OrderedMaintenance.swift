// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import ContentModel
package import DataFiles
import Files
import Sites

/// The maintenance that an operator has ordered. It holds in place of the emergency file's, over every
/// edition and over a restart, until its end or until it is taken back.
struct OrderedMaintenance {
  private let kept: StoredOverlay?
  /// The maintenance in the words of the emergency file; empty while there is none.
  private var parts = DataDictionary()
  /// The fault that kept it from being read, until it is told.
  private var fault: SourceFault?

  private static let key = "maintenance"

  init(kept: StoredOverlay?) {
    self.kept = kept
    do {
      parts = try kept?.read() ?? parts
    } catch {
      fault = error
    }
  }

  private static func parts(_ maintenance: DataValue?) -> DataDictionary {
    DataDictionary(
      unique: maintenance.map { [DataDictionary.Member(OrderedMaintenance.key, $0)] } ?? []
    )
  }

  /// Orders a maintenance, or takes it back with `nil`.
  mutating func set(_ maintenance: DataValue?) throws(SourceFault) {
    parts = OrderedMaintenance.parts(maintenance)
    try kept?.write(parts)
  }

  /// True for an order that would change nothing: it holds, or it has ended and none holds.
  func isObeyed(_ maintenance: DataValue?, over edition: Edition, at now: UnixTime) -> Bool {
    let wanted = OrderedMaintenance.parts(maintenance)
    guard wanted != parts else { return true }
    guard parts.members.isEmpty else { return false }
    var told = Findings()
    let overlay = OverlayReader(edition.site).overlay(DataValue(.dictionary(wanted)), &told)
    return overlay.maintenance?.hasEnded(at: now) ?? false
  }

  /// The maintenance as it holds over an edition; `nil` for none, or when it has ended.
  mutating func maintenance(
    over edition: Edition,
    at now: UnixTime,
    _ findings: inout Findings
  ) -> Maintenance? {
    if let fault {
      findings.warning(
        .unreadable,
        at: FilePlace(fault.path),
        "whether an operator had closed the site before the start is not known: \(fault.reason)"
      )
      self.fault = nil
    }
    guard !parts.members.isEmpty else { return nil }
    // What an operator's order said was checked when it came.
    var told = Findings()
    let overlay = OverlayReader(edition.site).overlay(DataValue(.dictionary(parts)), &told)
    guard var maintenance = overlay.maintenance, !maintenance.hasEnded(at: now) else {
      do throws(SourceFault) {
        try set(nil)
      } catch {
        findings.warning(
          .unreadable,
          at: FilePlace(error.path),
          "an ended order stays: \(error.reason)"
        )
      }
      return nil
    }
    maintenance.isOrdered = true
    return maintenance
  }
}

extension Publisher {
  /// Throws for an operator's order to close the site that says something wrong.
  package func check(_ maintenance: DataValue?) throws(PlainError) {
    guard let maintenance else { return }
    guard let edition = publication?.edition else {
      throw PlainError("nothing is published, so there is nothing to close")
    }
    var findings = Findings()
    let member = DataDictionary.Member("maintenance", maintenance)
    let parts = DataValue(.dictionary(DataDictionary(unique: [member])))
    _ = OverlayReader(edition.site, file: "the order").overlay(parts, &findings)
    if let error = findings.all.first(where: { $0.severity == .error }) {
      throw PlainError(error.message)
    }
  }

  /// True for an operator's order that would change nothing, as one of before a restart.
  package func hasObeyed(_ maintenance: DataValue?, at now: UnixTime) -> Bool {
    guard let edition = publication?.edition else { return false }
    return isObeyed(maintenance, over: edition, at: now)
  }

  /// Closes the site by an operator's order that was checked, in the words of the emergency file; `nil` takes it back.
  package func close(_ maintenance: DataValue?, at now: UnixTime) throws(PlainError) -> Report {
    do throws(SourceFault) {
      try order(maintenance)
    } catch {
      throw PlainError("\(error.path) cannot be written: \(error.reason)")
    }
    return refresh(at: now)
  }

  /// Whether an ordered maintenance has ended and is to be forgotten.
  package func isOverdue(at now: UnixTime) -> Bool {
    guard let maintenance = publication?.overlay.maintenance else { return false }
    return maintenance.isOrdered && maintenance.hasEnded(at: now)
  }
}
