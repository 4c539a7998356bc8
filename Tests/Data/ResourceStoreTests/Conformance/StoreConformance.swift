// SPDX-License-Identifier: Apache-2.0

import ResourceStore
import ResourceStoreTesting

/// The rules that every engine keeps. A suite of an engine's tests runs them all on new stores.
enum StoreConformance: String, CaseIterable, Sendable {
  case createdRecordsAreRead = "a created record is read as it was accepted"
  case versionsAreCounted = "each write of a zone takes its next version, and one that fails none"
  case preconditionsAreKept =
    "a write that expects another version is refused with the current record"
  case operationsAreApplied = "attribute operations are applied to the present values"
  case unchangedKeepsVersion = "a write that changes nothing keeps the version"
  case uniqueValues = "a unique value belongs to one live record"
  case uniqueTogether = "values that are unique together belong to one live record"
  case deletedRecordsReturn =
    "a deleted record is gone until an undelete, and for good after a purge"
  case referencesLead = "a reference leads to a live record of its type"
  case deletionsFollow = "a deletion is refused, clears or cascades as references declare"
  case ringsAreCounted = "the records of a ring of references that cascade are deleted once each"
  case atomicBatches = "an atomic batch is done as a whole or not at all"
  case partialBatches = "a batch that is not atomic does what it can"
  case failedWritesLeaveNothing = "a failed write of a batch leaves neither changes nor counts"
  case decisionsAreKept =
    "a decision by another version undoes its whole batch, and one that holds is obeyed"
  case selectionsAreKept =
    "writes of a filter's records are done while it finds the same ones, or not at all"
  case keysReplay = "a request with an idempotency key is done once"
  case capabilities = "a type allows the operations that it declares"
  case filtersFind = "filters find records by values, lists, texts, places and references"
  case manyAlternatives =
    "a filter may have thousands of values of one field, and hundreds of other alternatives"
  case ordersSort = "a list is sorted with missing values first, and last if descending"
  case relationsAreFollowed =
    "filters find records by related ones that their sender may see"
  case figuresAreComputed =
    "figures of records are computed for all of them or by the values of attributes"
  case pagesContinue = "pages continue behind their last record whatever comes or goes"
  case tokensAreSealed = "a page token opens for its own query only"
  case changesAreComplete = "changes since a version are all that happened, each record once"
  case pagesAreLimited = "a page of a list or of changes ends at its most bytes"
  case typesChange = "types change when all records fit, and a dry run changes nothing"
  case oldRecordsAreUpgraded =
    "a change of a type brings its records into the new form, or names them"
  case removedTypesAreCounted = "a removal of types counts what is lost with them"
  case conversionsAreNamed =
    "pages and changes name the last change of types that converted or removed records"
  case ownersAndZones = "a query can be for one owner or zone"
  case writesObeyRules = "a write is refused that no rule of its type lets its principal make"
  case operationsAreGranted = "a rule may allow an attribute's operations without its being set"
  case hiddenAttributesStay = "a write neither reads nor loses what its principal may not see"
  case writesRevealNothing =
    "a write's answer does not depend on attributes that its principal may neither see nor set"
  case unseenAttributesAreSet =
    "an attribute that its principal may set and not see is set without being read"
  case shownRecordsAreSentBack = "a record can be written as its principal was shown it"
  case referencesLeadToSeen = "a write learns nothing of records that its principal may not see"
  case sessionsAreFound = "a session is found by its token and by the one before it, until it ends"
  case secretsAreKept = "passwords, codes and keys are kept, and a code is used once"
  case erasedIsGone = "an erased user leaves nothing but that its records are gone"
  case filesBelongToRecords =
    "a record has the files that were uploaded for it, and no other"
  case valuesOfFilesAreTheUploads = "the values of a file are those of its upload, whoever writes"
  case valuesBecomeNoFiles =
    "a value that was not uploaded keeps its attribute from becoming binary"
  case fileBytesAreLimited =
    "the files of an owner's records have no more bytes than the write allows"
  case filesAreForgotten = "a file is unused once no record has it that could come back"
  case erasedFilesAreNamed = "an erasure names the files of the records that are gone"
  case messagesAreKept = "a message is kept until it is removed, and those given up stand apart"
  case messagesAreGivenUp =
    "a message that is given up keeps its attempts and waits for an operator"
  case positionsAreKept = "a receiver's position is kept with the message that it did not take"
  case deliveriesBegin = "a new receiver begins behind the newest change of each zone"
  case leasesAreExclusive = "a task is leased to one process until the lease ends"
  case commitsAreListed = "commits since a version are every one that happened, in their order"
  case authorsAreKept = "a commit names its author, and those that follow by references name it too"
  case authorsAreErased = "an erased user is the author of no commit"
  case identitiesAreKept = "a name at a provider belongs to one user, until it is erased"
  case secondFactorsAreKept =
    "a second factor counts once it is confirmed, and each of its codes once"
  case pagesNameVersions = "a page names the version of its zone"
  case grantsAreKept = "granted records are found by those to whom they were granted"
  case grantsAreListed = "a user finds the grants on its records and those to it, page by page"
  case grantsChangeOneByOne = "a grant is added once, within the limit, and removed once"
  case grantsAreCounted = "the grants to groups are counted by group, type and right"
  case providersAreForgotten = "a provider is forgotten unless it is the only way to sign in"

  /// Runs the rule on a new store.
  func check(_ store: ResourceStore) throws {
    let store = try StoreUnderTest(store)
    switch self {
    case .createdRecordsAreRead: try StoreRules.createdRecordsAreRead(store)
    case .versionsAreCounted: try StoreRules.versionsAreCounted(store)
    case .preconditionsAreKept: try StoreRules.preconditionsAreKept(store)
    case .operationsAreApplied: try StoreRules.operationsAreApplied(store)
    case .unchangedKeepsVersion: try StoreRules.unchangedKeepsVersion(store)
    case .uniqueValues: try StoreRules.uniqueValues(store)
    case .uniqueTogether: try StoreRules.uniqueTogether(store)
    case .deletedRecordsReturn: try StoreRules.deletedRecordsReturn(store)
    case .referencesLead: try StoreRules.referencesLead(store)
    case .deletionsFollow: try StoreRules.deletionsFollow(store)
    case .ringsAreCounted: try StoreRules.ringsAreCounted(store)
    case .atomicBatches: try StoreRules.atomicBatches(store)
    case .partialBatches: try StoreRules.partialBatches(store)
    case .failedWritesLeaveNothing: try StoreRules.failedWritesLeaveNothing(store)
    case .decisionsAreKept: try StoreRules.decisionsAreKept(store)
    case .selectionsAreKept: try StoreRules.selectionsAreKept(store)
    case .keysReplay: try StoreRules.keysReplay(store)
    case .capabilities: try StoreRules.capabilities(store)
    case .filtersFind: try StoreRules.filtersFind(store)
    case .manyAlternatives: try StoreRules.manyAlternatives(store)
    case .ordersSort: try StoreRules.ordersSort(store)
    case .relationsAreFollowed: try StoreRules.relationsAreFollowed(store)
    case .figuresAreComputed: try StoreRules.figuresAreComputed(store)
    case .pagesContinue: try StoreRules.pagesContinue(store)
    case .tokensAreSealed: try StoreRules.tokensAreSealed(store)
    case .changesAreComplete: try StoreRules.changesAreComplete(store)
    case .pagesAreLimited: try StoreRules.pagesAreLimited(store)
    case .typesChange: try StoreRules.typesChange(store)
    case .oldRecordsAreUpgraded: try StoreRules.oldRecordsAreUpgraded(store)
    case .removedTypesAreCounted: try StoreRules.removedTypesAreCounted(store)
    case .conversionsAreNamed: try StoreRules.conversionsAreNamed(store)
    case .ownersAndZones: try StoreRules.ownersAndZones(store)
    case .writesObeyRules: try StoreRules.writesObeyRules(store)
    case .operationsAreGranted: try StoreRules.operationsAreGranted(store)
    case .hiddenAttributesStay: try StoreRules.hiddenAttributesStay(store)
    case .writesRevealNothing: try StoreRules.writesRevealNothing(store)
    case .unseenAttributesAreSet: try StoreRules.unseenAttributesAreSet(store)
    case .shownRecordsAreSentBack: try StoreRules.shownRecordsAreSentBack(store)
    case .referencesLeadToSeen: try StoreRules.referencesLeadToSeen(store)
    case .sessionsAreFound: try StoreRules.sessionsAreFound(store)
    case .secretsAreKept: try StoreRules.secretsAreKept(store)
    case .erasedIsGone: try StoreRules.erasedIsGone(store)
    case .filesBelongToRecords: try StoreRules.filesBelongToRecords(store)
    case .valuesOfFilesAreTheUploads: try StoreRules.valuesOfFilesAreTheUploads(store)
    case .valuesBecomeNoFiles: try StoreRules.valuesBecomeNoFiles(store)
    case .fileBytesAreLimited: try StoreRules.fileBytesAreLimited(store)
    case .filesAreForgotten: try StoreRules.filesAreForgotten(store)
    case .erasedFilesAreNamed: try StoreRules.erasedFilesAreNamed(store)
    case .messagesAreKept: try StoreRules.messagesAreKept(store)
    case .messagesAreGivenUp: try StoreRules.messagesAreGivenUp(store)
    case .positionsAreKept: try StoreRules.positionsAreKept(store)
    case .deliveriesBegin: try StoreRules.deliveriesBegin(store)
    case .leasesAreExclusive: try StoreRules.leasesAreExclusive(store)
    case .commitsAreListed: try StoreRules.commitsAreListed(store)
    case .authorsAreKept: try StoreRules.authorsAreKept(store)
    case .authorsAreErased: try StoreRules.authorsAreErased(store)
    case .identitiesAreKept: try StoreRules.identitiesAreKept(store)
    case .secondFactorsAreKept: try StoreRules.secondFactorsAreKept(store)
    case .pagesNameVersions: try StoreRules.pagesNameVersions(store)
    case .grantsAreKept: try StoreRules.grantsAreKept(store)
    case .grantsAreListed: try StoreRules.grantsAreListed(store)
    case .grantsChangeOneByOne: try StoreRules.grantsChangeOneByOne(store)
    case .grantsAreCounted: try StoreRules.grantsAreCounted(store)
    case .providersAreForgotten: try StoreRules.providersAreForgotten(store)
    }
  }
}
