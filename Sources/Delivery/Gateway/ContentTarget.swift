// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
import Editions
import HTTPValues

/// What a request's path and query ask for.
struct ContentTarget {
  /// Members that `fields` may name.
  static let maximumFields = 64

  /// The document.
  let number: DocumentNumber
  let path: String
  /// What the first segment says of the audience; `nil` where the request's fields decide.
  let token: AudienceToken?
  /// The format that the path's extension names.
  let format: AnswerFormat?
  let view: BodyView
  let query: VisitorClaims.Claim

  /// Finds the document of a target; `nil` if there is none.
  ///
  /// The whole path is looked for first, so that a document's folder is never taken for a token.
  init?(_ target: borrowing Span<UInt8>, in edition: Edition, reader: TokenReader) {
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
    let (bytes, format) = ContentTarget.split(target.extracting(first: mark).array)
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "/") else { return nil }
    self.format = format
    let whole = bytes.span.extracting(1..<bytes.count)
    if let number = edition.resolver.documents.find(whole)?.number {
      self.number = number
      token = nil
    } else {
      guard let slash = whole.firstIndex(of: UInt8(ascii: "/")),
        let number = edition.resolver.documents.find(whole.extracting((slash + 1)...))?.number,
        let token = reader.token(whole.extracting(first: slash))
      else { return nil }
      self.number = number
      self.token = token
    }
    path = edition.resolver.documents.path(of: number)
    var query = VisitorClaims.Claim()
    var view = BodyView.heavy
    if mark < target.count,
      let parameters = QueryParameters(target.extracting((mark + 1)...))
    {
      view.isLight = parameters["view"] == "light"
      view.fields = parameters["fields"].map { fields in
        fields.split(separator: ",").prefix(ContentTarget.maximumFields).map(String.init)
      }
      for name in VisitorClaims.Claim.names { query[name] = parameters[name] }
    }
    self.view = view
    self.query = query
  }

  /// A path without the extension of a format.
  private static func split(_ path: [UInt8]) -> ([UInt8], AnswerFormat?) {
    for format in AnswerFormat.allCases {
      let suffix = Array(".\(format.fileExtension)".utf8)
      if path.count > suffix.count + 1, path.suffix(suffix.count).elementsEqual(suffix) {
        return (Array(path.dropLast(suffix.count)), format)
      }
    }
    return (path, nil)
  }
}
