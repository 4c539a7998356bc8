// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor

/// What can be written reads as what was written.
func fuzzStructuredField(_ bytes: [UInt8]) {
  if let item = try? StructuredField.Item(parsing: bytes.span), let text = try? item.serialized() {
    precondition((try? StructuredField.Item(parsing: text)) == item, "an item changed on its way")
  }
  if let list = try? StructuredField.List(parsing: bytes.span), let text = try? list.serialized() {
    precondition((try? StructuredField.List(parsing: text)) == list, "a list changed on its way")
  }
  if let dictionary = try? StructuredField.Dictionary(parsing: bytes.span),
    let text = try? dictionary.serialized()
  {
    precondition(
      (try? StructuredField.Dictionary(parsing: text)) == dictionary,
      "a dictionary changed on its way"
    )
  }
}

func fuzzURITemplate(_ bytes: [UInt8]) {
  guard let template = try? URITemplate(parsing: String(decoding: bytes, as: UTF8.self)) else {
    return
  }
  let values: [String: URITemplate.Value] = [
    "a": "value", "b": ["red", "green", "blue"], "c": ["semi": ";", "dot": "."], "empty": "",
  ]
  guard let expanded = try? template.expand(values) else { return }
  precondition(expanded.utf8.count <= 8_192, "longer than the limit")
}

/// A header that was read is read the same from its own bytes alone.
func fuzzProxyHeader(_ bytes: [UInt8]) {
  guard let (header, length) = try? ProxyHeader.parse(bytes.span) else { return }
  precondition(length <= bytes.count, "the header is longer than the bytes")
  let alone = try? ProxyHeader.parse(bytes.span.extracting(first: length))
  precondition(alone?.header == header && alone?.length == length, "what follows changed it")
}
