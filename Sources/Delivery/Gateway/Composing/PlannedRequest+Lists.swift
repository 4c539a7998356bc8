// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import HTTPValues
import Plans
import Reactor

extension PlannedRequest {
  /// The URL of the page of this list that begins at an offset.
  func pageURL(at offset: Int, _ builder: AnswerBuilder, token: String) -> String {
    let query = target.canonicalQuery(of: document, builder.links, offset: offset)
    var url = builder.address(of: target.path, token)
    if let format = target.format { url += "\(format.suffix)" }
    return "\(url)?\(ListPages.parameter)=\(builder.pages.token(of: query, path: target.path))"
  }
}
