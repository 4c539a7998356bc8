// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Editions
import Sites

/// The error of a document that an edition does not have.
package struct NoDocument: Error, CustomStringConvertible {
  package let description: String

  package init(path: String, edition: Edition) {
    let near = Suggestion.nearest(to: path, among: edition.drafts.lazy.map(\.path))
    description =
      "edition \(edition.name) has no document \(path)"
      + (near.map { "; did you mean \($0)?" } ?? "")
  }
}
