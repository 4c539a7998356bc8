// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import ResourceStore
import Sites

enum TableOperations {
  /// The operations for apps that were written for DreamFactory, which are not described.
  static let all = [
    Operation(.get, table, needs: .type([.fetch])) {
      try $0.context.reader.list($0.type, $0.request)
    },
    Operation(.post, table, needs: .type([.insert])) {
      try $0.context.tables.create($0.type, $0.request)
    },
    Operation(.put, table, needs: .type([.update])) {
      try $0.context.tables.update($0.type, $0.request)
    },
    Operation(.patch, table, needs: .type([.update])) {
      try $0.context.tables.update($0.type, $0.request)
    },
    Operation(.delete, table, needs: .type([.delete])) {
      try $0.context.tables.delete($0.type, $0.request)
    },
  ].existing { context, _ in context.store.types[ResourceSettings.tablesName] == nil }

  private static let table = "/\(ResourceSettings.tablesName)/{type}"
}
