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
      for (number, record) in records.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: ",")) }
        try record.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .some(let resources, let selection):
      try JSONWriter().write(.list(resources.map { $0.json(selection) }), to: &bytes)
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
    self.init(.ok, members)
    guard status == .ok else { return }
    do throws(DataFileError) {
      body[body.count - 1] = UInt8(ascii: ",")
      body.appendJSON(name)
      body.append(UInt8(ascii: ":"))
      try records.append(to: &body)
      body.append(UInt8(ascii: "}"))
    } catch {
      self = ResourceProblem(.internalServerError, .unwritable, "\(error)").reply
    }
  }
}
