// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import HTTPValues
import Plans
import Reactor

extension PlannedRequest {
  /// What the plan is told, with what writes the URLs of further pages and of steps that something is
  /// carried to.
  func inputs(
    _ resolved: ResolvedDocument,
    _ builder: AnswerBuilder,
    on loop: EventLoop
  ) -> PlanInputs {
    let inputs = inputs(resolved, builder.edition)
    let links = builder.links
    inputs.carry = { url, values, target in links.url(url, carrying: values, to: target) }
    let confined = LoopConfined((request: self, builder: builder), to: loop.number)
    inputs.nextURL = { offset in
      let (request, builder) = confined.value
      return request.pageURL(at: offset, builder, token: resolved.token)
    }
    return inputs
  }

  /// The URL of the page of this list that begins at an offset.
  func pageURL(at offset: Int, _ builder: AnswerBuilder, token: String) -> String {
    let query = target.canonicalQuery(of: document, builder.links, offset: offset)
    var url = builder.address(of: target.path, token)
    if let format = target.format { url += "\(format.suffix)" }
    return "\(url)?\(ListPages.parameter)=\(builder.pages.token(of: query, path: target.path))"
  }
}
