// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes
import Files
package import Sites

// A closed shop must not open because somebody saved half a file or made a mistake in it. So each part
// of the file (`maintenance`, `hide`, …) holds as it was last read without an error, also over a restart:
// - a file that cannot be read, or is half written, changes nothing;
// - a part with an error stays as it was, while the other parts take effect;
// - a part that is not there ends only in a file without any error: one may be misspelled.
// When the file is removed, all parts end.

/// The emergency file of a site, with the last good form of each of its parts.
package struct OverlayFile {
  private let source: any SiteSource
  private let kept: StoredOverlay?
  /// The parts that hold.
  private var parts: DataDictionary
  /// The parts that are on disk; `nil` where that is not known.
  private var partsOnDisk: DataDictionary?
  /// The fault that kept the parts from being read, until it is told.
  private var fault: SourceFault?
  /// Whether something in the file has no effect because of an error.
  package private(set) var isRefused = false

  /// - Parameter kept: where the parts outlive the process.
  package init(_ source: any SiteSource, kept: StoredOverlay? = nil) {
    self.source = source
    self.kept = kept
    parts = DataDictionary()
    do {
      parts = try kept?.read() ?? parts
      partsOnDisk = parts
    } catch {
      fault = error
    }
  }

  /// Reads the file again and checks it; answers what holds over an edition from now on.
  package mutating func overlay(
    over edition: Edition,
    _ findings: inout Findings
  ) -> Overlay {
    let reader = OverlayReader(edition.site)
    var errors = Findings()
    if let file = read(&errors) {
      let good = reader.goodParts(of: file, &errors)
      parts = errors.hasErrors ? merged(good) : good
      OverlayCheck(good, over: edition).run(&findings)
    }
    isRefused = errors.hasErrors
    findings.add(errors.all)
    keep(&findings)
    return held(over: edition)
  }

  /// The emergency that holds over an edition, by the file as it was read last.
  func held(over edition: Edition) -> Overlay {
    // A part that was valid when it was read may be invalid under new settings, such as a region
    // that is gone; the reader then closes the site for everybody. Its findings were reported when
    // it was new.
    var told = Findings()
    return OverlayReader(edition.site).overlay(DataValue(.dictionary(parts)), &told)
  }

  /// Reads the file; empty where there is none, and `nil` where that cannot be known.
  private func read(_ findings: inout Findings) -> DataDictionary? {
    do {
      guard try source.has(Overlay.path) else {
        return DataDictionary()
      }
      let bytes = try source.read(Overlay.path, limit: Overlay.maximumBytes)
      let value = try DataValue(reading: bytes.span, as: .json5, rules: .documents)
      if case .dictionary(let members) = value.content { return members }
      findings.error(
        .wrongKind,
        at: FilePlace(Overlay.path, value.position),
        "the emergency file is \(value.kindName); expected a dictionary"
      )
    } catch let fault as SourceFault {
      findings.add(fault.finding)
    } catch let error as DataFileError {
      findings.error(.unreadable, at: FilePlace(Overlay.path, error.position), error.description)
    } catch {
      findings.error(.unreadable, at: FilePlace(Overlay.path), "\(error)")
    }
    return nil
  }

  /// Some parts, and of the others those that hold.
  private func merged(_ good: DataDictionary) -> DataDictionary {
    let others = parts.members.filter { good[$0.key] == nil }
    return DataDictionary(unique: good.members + others)
  }

  private mutating func keep(_ findings: inout Findings) {
    if let fault {
      findings.warning(
        .unreadable,
        at: FilePlace(fault.path),
        "the emergency file's content from before the start cannot be read: \(fault.reason)"
      )
      self.fault = nil
    }
    guard let kept, parts != partsOnDisk else { return }
    do {
      try kept.write(parts)
      partsOnDisk = parts
    } catch {
      findings.warning(
        .unreadable,
        at: FilePlace(error.path),
        "the emergency file's content could not be stored for a restart: \(error.reason)"
      )
    }
  }
}
