// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
package import DataFiles

// A path with a token says of its visitor only what documents tell apart, and a CDN keeps its answer for
// all who share the token. So a site that is closed for a country which no document knows cannot be
// closed there, whatever else a request says: the answer would be everybody's.

/// Whether a site can be closed for just those whom the emergency file names.
package struct OverlayCheck {
  private let overlay: Overlay
  private let edition: Edition

  package init(_ overlay: Overlay, over edition: Edition) {
    self.overlay = overlay
    self.edition = edition
  }

  package func run(_ findings: inout Findings) {
    guard let maintenance = overlay.maintenance else { return }
    let place = FilePlace(Overlay.path, maintenance.position)
    for blur in edition.space.blurs(of: maintenance.conditions) {
      for message in OverlayCheck.messages(blur) {
        findings.warning(.blurredAudience, at: place, message)
      }
    }
  }

  private static func messages(_ blur: AudienceBlur) -> [String] {
    var messages: [String] = []
    let unknown = blur.unknown.joined(separator: ", ")
    if blur.isOrdered, !unknown.isEmpty {
      messages.append(
        "no document changes at \(blur.dimension) \(unknown): paths with a token close as if it were "
          + "the nearest one at which documents do"
      )
    } else if !unknown.isEmpty {
      messages.append(
        "no document tells the \(blur.dimension) \(unknown) apart: paths with a token, which the "
          + "config URL hands out, stay open for such visitors, and only what is asked for without a "
          + "token is closed for them, the config URL first"
      )
    }
    if !blur.others.isEmpty {
      messages.append(
        "no document tells the \(blur.dimension) \(blur.named.joined(separator: ", ")) apart from "
          + "\(blur.others.joined(separator: ", ")): paths with a token are closed for these too"
      )
    }
    return messages
  }
}
