// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPValues

/// Calls the services of a document's plan, and composes their answers, for a visitor and all who
/// wait for the same answer.
struct ComposeStep {
  let request: AnswerRequest
  /// The site as it was when the request came.
  let site: ServedSite
  /// The result of the lookup, without an answer to give.
  let found: Opening

  /// - Parameter fields: those of the request, with its trace and the visitor's credentials.
  @inline(never)
  func composition(for fields: Fields, by composer: Composer) -> Composition {
    Composition(request, site, for: fields, by: composer)
  }
}
