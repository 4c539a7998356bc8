// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension StoredResponse {
  /// The head of an answer that this process has made, whose terms are known and need not be read from its fields.
  ///
  /// - Parameters:
  ///   - length: that of the body.
  ///   - variant: the key of the requests that it is for.
  ///   - expiry: the second at which it expires.
  package init(
    made response: Response,
    length: Int,
    for variant: VariantKey,
    tag: EntityTag?,
    until expiry: Int64,
    at now: Int64
  ) {
    var fields = response.fields
    fields.set("date", HTTPDate(seconds: now).text)
    self.init(
      status: response.status,
      fields: fields,
      content: .whole(length: length),
      variant: variant,
      freshness: StoredFreshness(madeAt: now, until: expiry),
      validators: Validators(entityTag: tag, date: now),
      groups: []
    )
  }
}
