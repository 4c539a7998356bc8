// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

/// Gives and takes away the keys of apps.
struct AppKeys {
  let context: RecordContext

  /// Gives an app another key, which is answered once: `POST /apps/{id}:key`. `DELETE` takes it away.
  func change(
    of id: ResourceID,
    _ type: ResourceType,
    _ secret: IssuedSecret?,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let app = try context.views.visible(id, of: type, request)
    guard try context.views.scope(.update, of: app, as: type, request) != .nothing else {
      throw ResourceProblem(.rights, "no rule lets the request change \(id)", status: .forbidden)
    }
    try context.store.accounts.setKey(secret?.digest, of: id)
    context.settings.people?.audit(PeopleEvent(kind: .changedKey, user: id))
    guard let secret else { return ResourceReply(.noContent) }
    return ResourceReply.privately(.created, ["key": .text(secret.text)])
  }
}
