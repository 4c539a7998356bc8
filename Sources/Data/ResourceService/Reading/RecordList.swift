// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import ResourceModel
import ResourceStore

/// The records of an answer.
enum RecordList {
  /// Records with attributes as they are stored.
  case stored([StoredRecord])
  /// Records of which an answer shows what a request may see and has selected.
  case some([Resource], Resource.Selection)

  var count: Int {
    switch self {
    case .stored(let records): records.count
    case .some(let resources, _): resources.count
    }
  }

  func resources() throws(StoreError) -> [Resource] {
    switch self {
    case .stored(let records):
      try records.map { record throws(StoreError) in try record.resource() }
    case .some(let resources, _): resources
    }
  }

  fileprivate func append(to bytes: inout [UInt8]) throws(DataFileError) {
    switch self {
    case .stored(let records):
      bytes.append(UInt8(ascii: "["))
      for index in records.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        try records[index].append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .some(let resources, let selection):
      bytes.append(UInt8(ascii: "["))
      for (number, resource) in resources.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        try resource.appendJSON(selection, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }
}

extension ResourceReply {
  /// An answer with records.
  ///
  /// - Parameters:
  ///   - members: the other members, at least one.
  ///   - name: the name of the member for the records, which is the last one.
  init(_ members: DataValue, _ records: RecordList, named name: String) {
    self.init { body throws(DataFileError) in
      try JSONWriter().write(members, to: &body)
      body[body.count - 1] = UInt8(ascii: ",")
      body.appendJSON(name)
      body.append(UInt8(ascii: ":"))
      try records.append(to: &body)
      body.append(UInt8(ascii: "}"))
    }
  }

  /// An answer with some members behind those of a record that a function writes.
  init(
    _ members: [(String, DataValue)],
    behind write: (inout [UInt8]) throws(DataFileError) -> Void
  ) {
    self.init { body throws(DataFileError) in
      try write(&body)
      guard !members.isEmpty else { return }
      body.removeLast()
      for (name, value) in members {
        body.append(UInt8(ascii: ","))
        body.appendJSON(name)
        body.append(UInt8(ascii: ":"))
        try JSONWriter().write(value, to: &body)
      }
      body.append(UInt8(ascii: "}"))
    }
  }
}
