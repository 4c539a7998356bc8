// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import HTTPClient

/// With what plans are run on a loop: the store that all loops share, and the loop's own client.
package struct PlanMeans {
  let store: AnswerStore
  let client: HTTPClient

  package init(store: AnswerStore, client: HTTPClient) {
    self.store = store
    self.client = client
  }
}
