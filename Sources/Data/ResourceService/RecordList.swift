// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore

/// The records of an answer.
enum RecordList {
  /// Records as they are stored.
  case whole([StoredRecord])
  /// Records of which an answer shows what a request may see and has selected.
  case some([Resource], Resource.Selection)

  var count: Int {
    switch self {
    case .whole(let records): records.count
    case .some(let resources, _): resources.count
    }
  }

  fileprivate func append(to bytes: inout [UInt8]) throws(DataFileError) {
    switch self {
    case .whole(let records):
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

  /// An answer with a record and some members behind its own.
  init(_ resource: Resource, _ selection: Resource.Selection, _ members: [(String, DataValue)]) {
    self.init { body throws(DataFileError) in
      try resource.appendJSON(selection, to: &body)
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
