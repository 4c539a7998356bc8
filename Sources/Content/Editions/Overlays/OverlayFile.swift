// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import Files

/// The emergency file of a site, read by itself.
package struct OverlayFile {
  private let source: any SiteSource
  private let site: SiteSettings

  /// - Parameter site: the settings whose words it uses.
  package init(_ source: any SiteSource, under site: SiteSettings) {
    self.source = source
    self.site = site
  }

  /// What it says now, nothing where there is none; while it cannot be read at all the last one holds.
  package func overlay(or last: Overlay = .none, _ findings: inout Findings) -> Overlay {
    guard (try? source.files())?.contains(where: { $0.path == Overlay.path }) ?? false else {
      return .none
    }
    do {
      let bytes = try source.read(Overlay.path, limit: Overlay.maximumBytes)
      let value = try DataValue(reading: bytes.span, as: .json5, rules: .documents)
      return OverlayReader(site).overlay(value, &findings)
    } catch let fault as SourceFault {
      findings.add(fault.finding)
    } catch let error as DataFileError {
      findings.add(
        Finding(.error, .unreadable, at: FilePlace(Overlay.path, error.position), error.description)
      )
    } catch {
      findings.add(Finding(.error, .unreadable, at: FilePlace(Overlay.path), "\(error)"))
    }
    return last
  }
}
