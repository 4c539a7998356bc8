// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import HTTPValues
import ResourceModel

/// A format of answers about records, and of the bodies of requests.
enum RecordFormat: CaseIterable {
  case json
  /// Lines of JSON, for answers with a list: a record on each, and the other members on the last.
  case lines
  case xmlPropertyList
  case binaryPropertyList

  /// The suffix of a path that asks for the format; it is part of entity tags, too.
  var suffix: String {
    switch self {
    case .json: ""
    case .lines: ".ndjson"
    case .xmlPropertyList: "\(AnswerFormat.xmlPropertyList.suffix)"
    case .binaryPropertyList: "\(AnswerFormat.binaryPropertyList.suffix)"
    }
  }

  var mediaType: String {
    switch self {
    case .json: AnswerFormat.json.mediaType
    case .lines: "application/x-ndjson"
    case .xmlPropertyList: AnswerFormat.xmlPropertyList.mediaType
    case .binaryPropertyList: AnswerFormat.binaryPropertyList.mediaType
    }
  }

  /// The name of the format in messages.
  var name: String {
    switch self {
    case .json, .lines: "JSON"
    case .xmlPropertyList, .binaryPropertyList: "property list"
    }
  }

  /// The format that the suffix of a segment asks for; `nil` without one.
  init?(suffixOf segment: String) {
    guard segment.utf8Span.span.firstIndex(of: UInt8(ascii: ".")) != nil else { return nil }
    let format = RecordFormat.allCases.first { $0 != .json && segment.hasSuffix($0.suffix) }
    guard let format else { return nil }
    self = format
  }

  /// The format of a body. Lines are read as they arrive, by a handler of their own; anything but a property
  /// list is read as JSON, since many clients send no media type or a wrong one.
  init(mediaTypeOfBody mediaType: String) {
    let lists: [RecordFormat] = [.xmlPropertyList, .binaryPropertyList]
    self = lists.first { $0.mediaType == mediaType } ?? .json
  }

  /// Reads a body.
  func value(of body: [UInt8], _ rules: ReadingRules) throws(DataFileError) -> DataValue {
    switch self {
    case .json, .lines: try DataValue(reading: body.span, as: .json, rules: rules)
    case .xmlPropertyList:
      try DataValue(reading: body.span, as: .xmlPropertyList, rules: rules).asJSON
    case .binaryPropertyList:
      try DataValue(reading: body.span, as: .binaryPropertyList, rules: rules).asJSON
    }
  }

  fileprivate func write(_ value: DataValue, to bytes: inout [UInt8]) throws(DataFileError) {
    switch self {
    case .json: try JSONWriter().write(value, to: &bytes)
    case .lines:
      for line in value.lines {
        try JSONWriter().write(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
    case .xmlPropertyList: XMLPropertyListWriter().write(value, to: &bytes)
    case .binaryPropertyList: BinaryPropertyListWriter().write(value, to: &bytes)
    }
  }
}

extension ResourceReply {
  /// The answer in another format; problems are always JSON.
  func written(as format: RecordFormat) -> ResourceReply {
    guard format != .json, !body.isEmpty,
      fields["content-type"]?.hasPrefix(RecordFormat.json.mediaType) == true
    else { return self }
    var reply = self
    do throws(DataFileError) {
      let value = try DataValue(reading: body.span, as: .json, rules: .documents)
      reply.body = []
      try format.write(value, to: &reply.body)
      reply.fields.set("content-type", format.mediaType)
      return reply
    } catch {
      return ResourceProblem(.unwritable, "\(error)").reply
    }
  }
}

extension DataValue {
  /// The members of answers that have lists of records.
  private static let lists = ["data", "record", "included"]

  /// The values on the lines of an answer: the elements of its lists, and the other members.
  fileprivate var lines: [DataValue] {
    guard let dictionary else { return [self] }
    let lists = DataValue.lists.compactMap { dictionary[$0]?.elements }
    guard !lists.isEmpty else { return [self] }
    let others = dictionary.keeping { !DataValue.lists.contains($0) }
    return lists.flatMap(\.self) + [DataValue(.dictionary(others))]
  }

  /// A value of a property list as JSON has it: a date is a text, and so are data, in Base64.
  fileprivate var asJSON: DataValue {
    switch content {
    case .null, .bool, .integer, .decimal, .string: return self
    case .date(let date): return DataValue(.string(date.text), at: position)
    case .data(let bytes):
      var text: [UInt8] = []
      Base64.encode(bytes.span, to: &text)
      return DataValue(.string(String(decoding: text, as: UTF8.self)), at: position)
    case .array(let elements): return DataValue(.array(elements.map(\.asJSON)), at: position)
    case .dictionary(let dictionary):
      let members = dictionary.members.map { member in
        DataDictionary.Member(member.key, at: member.keyPosition, member.value.asJSON)
      }
      return DataValue(.dictionary(DataDictionary(unique: members)), at: position)
    }
  }
}
