// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

/// Reads the emergency file by itself, in the words of the settings that are in force.
package struct OverlayReader {
  private let shape: Shape<Overlay>
  private let file: String

  package init(_ site: SiteSettings, file: String = Overlay.path) {
    shape = site.overlay
    self.file = file
  }

  /// The parts of a file that are without error; every error is noted.
  package func goodParts(of file: DataDictionary, _ findings: inout Findings) -> DataDictionary {
    _ = overlay(DataValue(.dictionary(file)), &findings)
    let good = file.members.filter { member in
      guard member.key != Member<Overlay>.editorMarker.name else { return false }
      var own = Findings()
      _ = overlay(DataValue(.dictionary(DataDictionary(unique: [member]))), &own)
      return !own.hasErrors
    }
    return DataDictionary(unique: good)
  }

  /// Reads the file; parts that cannot be read are noted, and the others hold all the same.
  package func overlay(_ value: DataValue, _ findings: inout Findings) -> Overlay {
    shape.value(of: value, .thing("the emergency file"), in: file, &findings) ?? Overlay()
  }
}
