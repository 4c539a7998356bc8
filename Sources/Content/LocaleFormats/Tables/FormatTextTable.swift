// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// Symbols and patterns, indexed by other tables in radix 36.
enum FormatTextTable {
  /// From 0 on.
  static let texts = """
    .¦,¦-¦+¦%¦E¦0123456789¦1¦#,##0.###¦#,##0%¦¤\u{A0}#,##0.00¦\u{A0}¦y MMMM d, EEEE¦y MMMM d
    y MMM d¦y-MM-dd¦HH:mm¦y MMMM d, EEEE HH:mm¦y MMMM d HH:mm¦y MMM d HH:mm¦y-MM-dd HH:mm¦¤#,##0.00
    EEEE dd MMMM y¦dd MMMM y¦dd MMM y¦EEEE dd MMMM y 'om' HH:mm¦dd MMMM y 'om' HH:mm¦dd MMM y HH:mm
    EEEE d MMMM y¦d MMMM y¦d MMM y¦dd/MM/y¦h:mm a¦EEEE d MMMM y h:mm a¦d MMMM y h:mm a
    d MMM y h:mm a¦dd/MM/y h:mm a¦\u{200E}-¦\u{200E}+¦\u{200E}%\u{200E}
    \u{200F}#,##0.00\u{A0}¤;\u{200F}-#,##0.00\u{A0}¤¦EEEE، d MMMM، y¦d MMMM، y
    dd\u{200F}/MM\u{200F}/y¦d\u{200F}/M\u{200F}/y¦h:mm\u{A0}a¦EEEE، d MMMM، y، h:mm\u{A0}a
    d MMMM، y، h:mm\u{A0}a¦dd\u{200F}/MM\u{200F}/y، h:mm\u{A0}a¦d\u{200F}/M\u{200F}/y، h:mm\u{A0}a
    ০১২৩৪৫৬৭৮৯¦#,##,##0.###¦#,##,##0%¦¤\u{A0}#,##,##0.00¦EEEE, d MMMM, y¦d MMMM, y¦dd-MM-y¦d-M-y
    a h.mm¦EEEE, d MMMM, y 'at' a h.mm¦d MMMM, y 'at' a h.mm¦dd-MM-y, a h.mm¦d-M-y, a h.mm
    #,##0.00\u{A0}¤¦d MMMM y, EEEE¦dd.MM.yy¦d MMMM y, EEEE/HH:mm¦d MMMM y 'at' HH:mm¦d MMM y, HH:mm
    dd.MM.yy, HH:mm¦d MMMM y, EEEE HH:mm¦d MMMM y HH:mm¦d MMM y HH:mm¦dd.MM.yy HH:mm¦2¦#,##0\u{A0}%
    EEEE, d MMMM y\u{202F}'г'.¦d MMMM y\u{202F}'г'.¦d MMM y\u{202F}'г'.¦d.MM.yy
    EEEE, d MMMM y\u{202F}'г'. 'у' HH:mm¦d MMMM y\u{202F}'г'. 'у' HH:mm¦d MMM y\u{202F}'г'., HH:mm
    d.MM.yy, HH:mm¦d.MM.y\u{202F}'г'.¦d.MM.yy\u{202F}'г'.¦H:mm¦EEEE, d MMMM y\u{202F}'г'. 'в' H:mm
    d MMMM y\u{202F}'г'. 'в' H:mm¦d.MM.y\u{202F}'г'., H:mm¦d.MM.yy\u{202F}'г'., H:mm¦#,##,##0.00¤
    d MMM, y¦d/M/yy¦EEEE, d MMMM, y এ h:mm a¦d MMMM, y এ h:mm a¦d MMM, y, h:mm a¦d/M/yy, h:mm a
    EEEE, d. MMMM y.¦d. MMMM y.¦d. MMM y.¦d. M. y.¦EEEE, d. MMMM y. 'u' HH:mm¦d. MMMM y. 'u' HH:mm
    d. MMM y. 'u' HH:mm¦d. M. y. 'u' HH:mm¦EEEE, dd. MMMM y.¦dd. MMMM y.¦dd.MM.y.¦d.M.yy.
    EEEE, dd. MMMM y. HH:mm¦dd. MMMM y. HH:mm¦dd.MM.y. HH:mm¦d.M.yy. HH:mm¦EEEE, d MMMM 'del' y
    d MMMM 'del' y¦EEEE, d MMMM 'del' y 'a' 'les' H:mm¦d MMMM 'del' y, H:mm¦d MMM y, H:mm
    d/M/yy H:mm¦EEEE, MMMM d, y¦MMMM d, y¦MMM d, y¦M/d/yy¦EEEE, MMMM d, y ᎤᎾᎢ h:mm a
    MMMM d, y ᎤᎾᎢ h:mm a¦MMM d, y, h:mm a¦M/d/yy, h:mm a¦EEEE d. MMMM y¦d. MMMM y
    d.\u{202F}M.\u{202F}y¦dd.MM.y¦EEEE d. MMMM y 'v' H:mm¦d. MMMM y 'v' H:mm
    d.\u{202F}M.\u{202F}y H:mm¦dd.MM.y H:mm¦EEEE, d MMMM y\u{202F}'ҫ'.¦d MMMM y\u{202F}'ҫ'.
    d MMM y\u{202F}'ҫ'.¦EEEE, d MMMM y\u{202F}'ҫ'., HH:mm¦d MMMM y\u{202F}'ҫ'., HH:mm
    d MMM y\u{202F}'ҫ'., HH:mm¦dd.MM.y, HH:mm¦EEEE, d MMMM y¦dd/MM/yy¦EEEE, d MMMM y 'am' HH:mm
    d MMMM y 'am' HH:mm¦dd/MM/yy, HH:mm¦EEEE 'den' d. MMMM y¦d. MMM y¦HH.mm
    EEEE 'den' d. MMMM y 'kl'. HH.mm¦d. MMMM y 'kl'. HH.mm¦d. MMM y, HH.mm¦dd.MM.y, HH.mm
    EEEE, d. MMMM y¦EEEE, d. MMMM y 'um' HH:mm¦d. MMMM y 'um' HH:mm¦d.M.y¦d.M.yy
    EEEE, d. MMMM y 'zeger' H:mm¦d. MMMM y 'zeger' H:mm¦d.M.y H:mm¦d.M.yy H:mm¦e¦h:mm\u{202F}a
    EEEE d MMMM y στις h:mm\u{202F}a¦d MMMM y στις h:mm\u{202F}a¦d MMM y, h:mm\u{202F}a
    d/M/yy, h:mm\u{202F}a¦EEEE, MMMM d, y 'at' h:mm\u{202F}a¦MMMM d, y 'at' h:mm\u{202F}a
    MMM d, y 'at' h:mm\u{202F}a¦M/d/yy, h:mm\u{202F}a¦EEEE, d 'de' MMMM 'de' y¦d 'de' MMMM 'de' y
    EEEE, d 'de' MMMM 'de' y, H:mm¦d 'de' MMMM 'de' y, H:mm¦d/M/yy, H:mm¦−¦×10^
    EEEE, d. MMMM y, 'kell' HH:mm¦d. MMMM y, 'kell' HH:mm¦d. MMM y, HH:mm¦%\u{A0}#,##0
    y('e')'ko' MMMM'ren' d('a'), EEEE¦y('e')'ko' MMMM'ren' d('a')¦y('e')'ko' MMM d('a')¦yy/M/d
    y('e')'ko' MMMM'ren' d('a'), EEEE (HH:mm)¦y('e')'ko' MMMM'ren' d('a') (HH:mm)
    y('e')'ko' MMM d('a') (HH:mm)¦yy/M/d (HH:mm)¦٫¦٬¦\u{200E}−¦٪¦×۱۰^¦۰۱۲۳۴۵۶۷۸۹¦\u{200E}¤#,##0.00
    y/M/d¦EEEE d MMMM y ساعت H:mm¦d MMMM y ساعت H:mm¦d MMM y، H:mm¦y/M/d, H:mm¦cccc d. MMMM y¦H.mm
    cccc d. MMMM y 'klo' H.mm¦d. MMMM y 'klo' H.mm¦d.M.y 'klo' H.mm
    EEEE, MMMM d, y 'nang' h:mm\u{202F}a¦MMMM d, y 'nang' h:mm\u{202F}a¦MMM d, y, h:mm\u{202F}a
    \u{202F}¦EEEE d MMMM y 'à' HH:mm¦d MMMM y 'à' HH:mm¦d MMM y 'à' HH:mm¦dd/MM/y HH:mm
    EEEE d MMMM y 'ag' HH:mm¦d MMMM y 'ag' HH:mm¦dd/MM/y, HH:mm¦EEEE, d'mh' MMMM y¦d'mh' MMMM y
    d'mh' MMM y¦EEEE, d'mh' MMMM y 'aig' HH:mm¦d'mh' MMMM y 'aig' HH:mm¦d'mh' MMM y, HH:mm
    d 'de' MMM 'de' y¦EEEE, d 'de' MMMM 'de' y, HH:mm¦d 'de' MMMM 'de' y, HH:mm
    d 'de' MMM 'de' y, HH:mm¦¤#,##,##0.00¦hh:mm a¦EEEE, d MMMM, y એ hh:mm a વાગ્યે
    d MMMM, y એ hh:mm a વાગ્યે¦d MMM, y hh:mm a¦d/M/yy hh:mm a¦EEEE d MMMM, y¦EEEE d MMMM, y 'da' HH:mm
    d MMMM, y 'da' HH:mm¦d MMM, y, HH:mm¦d/M/yy, HH:mm
    \u{200F}#,##0.00\u{A0}\u{200F}¤;\u{200F}-#,##0.00\u{A0}\u{200F}¤¦EEEE, d בMMMM y¦d בMMMM y
    d בMMM y¦EEEE, d בMMMM y בשעה H:mm¦d בMMMM y בשעה H:mm¦d בMMM y, H:mm¦d.M.y, H:mm¦a h:mm
    EEEE, d MMMM y, a h:mm¦d MMMM y, a h:mm¦d MMM y, a h:mm¦d/M/yy, a h:mm¦H:mm 'hodź'.
    EEEE, d. MMMM y 'w' H:mm 'hodź'.¦d. MMMM y 'w' H:mm 'hodź'.¦d.M.y H:mm 'hodź'.
    d.M.yy H:mm 'hodź'.¦y. MMMM d., EEEE¦y. MMMM d.¦y. MMM d.¦y. MM. dd.¦y. MMMM d., EEEE H:mm
    y. MMMM d. H:mm¦y. MMM d. H:mm¦y. MM. dd. H:mm¦y թ. MMMM d, EEEE¦dd MMMM, y թ.¦dd MMM, y թ.
    y թ. MMMM d, EEEE, HH:mm¦dd MMMM, y թ., HH:mm¦dd MMM, y թ., HH:mm¦EEEE, dd MMMM y
    EEEE, dd MMMM y 'pukul' HH.mm¦d MMMM y 'pukul' HH.mm¦d MMM y, HH.mm¦dd/MM/yy, HH.mm
    EEEE, d MMMM y 'na' HH:mm¦d MMMM y 'na' HH:mm¦EEEE, d. MMMM y 'kl'. HH:mm¦d. MMMM y 'kl'. HH:mm
    d.M.y, HH:mm¦EEEE d MMMM y 'alle' 'ore' HH:mm¦d MMMM y 'alle' 'ore' HH:mm¦y年M月d日 EEEE¦y年M月d日
    y/MM/dd¦y年M月d日 EEEE H:mm¦y年M月d日 H:mm¦y/MM/dd H:mm¦EEEE, d MMMM y 'ing' HH:mm
    d MMMM y 'ing' HH:mm¦dd-MM-y, HH:mm¦EEEE, dd MMMM, y¦d MMM. y¦EEEE, dd MMMM, y, HH:mm
    d MMMM, y, HH:mm¦d MMM. y, HH:mm¦y\u{202F}'ж'. d MMMM, EEEE¦y\u{202F}'ж'. d MMMM
    y\u{202F}'ж'. dd MMM¦y\u{202F}'ж'. d MMMM, EEEE, HH:mm¦y\u{202F}'ж'. d MMMM, HH:mm
    y\u{202F}'ж'. dd MMM, HH:mm¦#,##0.00¤¦EEEE d MMMM y នៅ\u{200B}ម៉ោង h:mm a
    d MMMM y នៅ\u{200B}ម៉ោង h:mm a¦d MMM y, h:mm a¦EEEE, MMMM d, y ರಂದು hh:mm a ಸಮಯಕ್ಕೆ
    MMMM d, y ರಂದು hh:mm a ಸಮಯಕ್ಕೆ¦MMM d, y, hh:mm a¦d/M/yy, hh:mm a¦y년 MMMM d일 EEEE¦y년 MMMM d일
    y. M. d.¦y년 MMMM d일 EEEE a h:mm¦y년 MMMM d일 a h:mm¦y. M. d. a h:mm¦d-MMM-y¦d-M-yy
    EEEE d MMMM y h:mm a वरांचेर¦d MMMM y h:mm a वरांचेर¦d-MMM-y, h:mm a¦d-M-yy, h:mm a¦a\u{202F}h:mm
    EEEE, d MMMM, y, a\u{202F}h:mm 'vaztam'¦d MMMM, y, a\u{202F}h:mm 'vaztam'
    d MMM, y, a\u{202F}h:mm¦d-M-yy, a\u{202F}h:mm¦y-'ж'., d-MMMM, EEEE¦y-'ж'., d-MMMM¦y-'ж'., d-MMM
    y-'ж'., d-MMMM, EEEE HH:mm¦y-'ж'., d-MMMM HH:mm¦y-'ж'., d-MMM HH:mm¦d/M/yy HH:mm
    ¤#,##0.00;¤-#,##0.00¦d/M/y¦EEEE, d MMMM y, H:mm¦d MMMM y, H:mm¦d/M/y, H:mm
    y 'm'. MMMM d 'd'., EEEE¦y 'm'. MMMM d 'd'.¦y 'm'. MMMM d 'd'., EEEE HH:mm
    y 'm'. MMMM d 'd'. HH:mm¦EEEE, y. 'gada' d. MMMM¦y. 'gada' d. MMMM¦y. 'gada' d. MMM
    EEEE, y. 'gada' d. MMMM HH:mm¦y. 'gada' d. MMMM HH:mm¦y. 'gada' d. MMM HH:mm¦d.M.y\u{202F}'г'.
    EEEE, d MMMM y\u{202F}'г'., 'во' HH:mm¦d MMMM y\u{202F}'г'., 'во' HH:mm
    d.M.y\u{202F}'г'., 'во' HH:mm¦d.M.yy, 'во' HH:mm¦y, MMMM d, EEEE¦y, MMMM d¦y, MMM d
    y, MMMM d, EEEE h:mm a¦y, MMMM d h:mm a¦y, MMM d h:mm a¦d/M/yy h:mm a
    y\u{202F}'оны' MMMM'ын' d, EEEE 'гараг'¦y\u{202F}'оны' MMMM'ын' d¦y\u{202F}'оны' MMM'ын' d
    y.MM.dd¦y\u{202F}'оны' MMMM'ын' d, EEEE 'гараг' HH:mm¦y\u{202F}'оны' MMMM'ын' d HH:mm
    y\u{202F}'оны' MMM'ын' d HH:mm¦y.MM.dd HH:mm¦EEEE, d MMMM, y रोजी h:mm a¦d MMMM, y रोजी h:mm a¦
    d/MM/yy¦EEEE, d MMMM y 'pada' h:mm\u{202F}a¦d MMMM y 'pada' h:mm\u{202F}a
    d/MM/yy, h:mm\u{202F}a¦EEEE، d MMMM y¦EEEE، d MMMM y h:mm a¦d/MM/yy h:mm a¦၀၁၂၃၄၅၆၇၈၉
    y MMMM d EEEE¦y MMMM d EEEE H:mm¦y MMMM d H:mm¦y MMM d H:mm¦०१२३४५६७८९¦y MMMM d, EEEE: HH:mm
    y MMMM d: HH:mm¦y MMM d, HH:mm¦yy/M/d, HH:mm¦¤\u{A0}#,##0.00;¤\u{A0}-#,##0.00
    EEEE d MMMM y 'om' HH:mm¦d MMMM y 'om' HH:mm¦EEEE d. MMMM y 'kl'. HH:mm¦EEEE, MMMM d, y, h:mm a
    MMMM d, y, h:mm a¦EEEE, d MMMM y h:mm a¦\u{200E}-\u{200E}¦\u{200E}+\u{200E}
    EEEE, dd MMMM y h:mm a¦EEEE, d MMMM y 'fọ' HH:mm¦d MMMM y 'fọ' HH:mm¦d.MM.y
    EEEE, d MMMM y 'o' HH:mm¦d MMMM y 'o' HH:mm¦d MMM y 'o' HH:mm¦d.MM.y, HH:mm¦EEEE د y د MMMM d
    EEEE د y د MMMM d H:mm¦y/M/d H:mm¦EEEE, d 'de' MMMM 'de' y 'às' HH:mm
    d 'de' MMMM 'de' y 'às' HH:mm¦EEEE, d MMMM y 'la' HH:mm¦d MMMM y 'la' HH:mm
    EEEE, d MMMM y\u{202F}'г'. 'в' HH:mm¦d MMMM y\u{202F}'г'. 'в' HH:mm
    EEEE d 'de' MMMM 'de' 'su' y¦d 'de' MMMM 'de' 'su' y¦d 'de' MMM y
    EEEE d 'de' MMMM 'de' 'su' y 'a' 'sas' HH:mm¦d 'de' MMMM 'de' 'su' y 'a' 'sas' HH:mm
    d 'de' MMM y, HH:mm¦\u{61C}-¦\u{61C}+¦٪\u{61C}¦اس¦٠١٢٣٤٥٦٧٨٩¦EEEE, MMMM d, y h:mm a
    y MMMM d h:mm a¦y MMM d h:mm a¦y-MM-dd h:mm a¦MMMM d, y h:mm a¦MMM d, y h:mm a¦M/d/yy h:mm a
    y MMMM d, EEEE දින HH.mm¦y MMMM d දින HH.mm¦y MMM d, HH.mm¦y-MM-dd, HH.mm¦EEEE, d. MMMM y, H:mm
    d. MMMM y, H:mm¦d.\u{202F}M.\u{202F}y, H:mm¦d. M. yy¦EEEE, d. MMMM y 'ob' HH:mm
    d. MMMM y 'ob' HH:mm¦d. M. yy, HH:mm¦dd-MMM-y¦EEEE, MMMM d, y 'ee' h:mm\u{202F}a
    MMMM d, y 'ee' h:mm\u{202F}a¦dd-MMM-y 'ee' h:mm\u{202F}a¦dd/MM/yy, h:mm\u{202F}a
    EEEE, d MMMM y 'në' h:mm\u{202F}a¦d MMMM y 'në' h:mm\u{202F}a¦d.M.yy, h:mm\u{202F}a
    EEEE, d. MMMM y. HH:mm¦d. MMMM y. HH:mm¦d. M. y. HH:mm¦EEEE d MMMM y HH:mm
    EEEE, d MMMM y, HH:mm¦d MMMM y, HH:mm¦EEEE, d MMMM, y, h:mm a¦d MMMM, y, h:mm a¦d, MMMM y, EEEE
    dd-MM-yy¦d, MMMM y, EEEE h:mm aకి¦d MMMM, y h:mm aకి¦d MMM, y h:mm a¦dd-MM-yy h:mm a
    EEEEที่ d MMMM G y¦d MMMM G y¦EEEEที่ d MMMM G y เวลา HH:mm¦d MMMM G y เวลา HH:mm¦EEEE፣ d MMMM y
    EEEE፣ d MMMM y ሰዓት h:mm a¦MMMM d, y ሰዓት h:mm a¦d MMMM y EEEE¦d MMMM y EEEE 'sagat' HH:mm
    d MMMM y 'sagat' HH:mm¦%#,##0¦d MMMM y EEEE HH:mm¦d.MM.y HH:mm¦Е¦EEEE, d MMMM y\u{202F}'р'.
    d MMMM y\u{202F}'р'.¦d MMM y\u{202F}'р'.¦EEEE, d MMMM y\u{202F}'р'. 'о' HH:mm
    d MMMM y\u{202F}'р'. 'о' HH:mm¦d MMM y\u{202F}'р'., HH:mm¦d MMM، y¦\u{200E}h:mm a
    EEEE، d MMMM، y کو \u{200E}h:mm a¦d MMMM، y کو \u{200E}h:mm a¦d MMM، y، \u{200E}h:mm a
    d/M/yy، \u{200E}h:mm a¦EEEE, d-MMMM, y¦d-MMMM, y¦d-MMM, y¦EEEE, d-MMMM, y, HH:mm
    d-MMMM, y, HH:mm¦d-MMM, y, HH:mm¦EEEE, dd MMMM, y HH:mm¦d MMMM, y HH:mm¦d MMM, y HH:mm
    dd/MM/yy HH:mm¦EEEE, 'ngày' d MMMM, y¦'ngày' d MMMM, y¦'ngày' d MMM, y
    'lúc' HH:mm EEEE, 'ngày' d MMMM, y¦'lúc' HH:mm 'ngày' d MMMM, y¦HH:mm 'ngày' d MMM, y
    HH:mm d/M/yy¦EEEE, d MMM y¦d MM y¦H:m¦EEEE, d MMM y 'ní' H:m¦d MMM y 'ní' H:m¦d MM y, H:m
    d/M/y, H:m¦ah:mm¦y年M月d日 EEEEah:mm¦y年M月d日ah:mm¦y/M/d ah:mm¦y年M月d日EEEE¦y年M月d日EEEEHH:mm
    y年M月d日HH:mm¦y/M/d HH:mm¦y年M月d日 EEEE HH:mm¦y年M月d日 HH:mm¦Bh:mm¦y年M月d日 EEEE Bh:mm¦y年M月d日 Bh:mm
    y/M/d Bh:mm¦EEEE, MMMM d, y HH:mm¦MMMM d, y HH:mm¦MMM d, y HH:mm¦M/d/yy HH:mm
    EEEE dd MMMM y 'om' h:mm\u{202F}a¦dd MMMM y 'om' h:mm\u{202F}a¦dd MMM y h:mm\u{202F}a
    y-MM-dd h:mm\u{202F}a¦أس¦\u{200F}#,##0.000\u{A0}¤¦\u{200F}#,##0\u{A0}¤¦\u{200F}#,##0.00\u{A0}¤
    EEEE، d MMMM y H:mm¦d MMMM y H:mm¦dd\u{200F}/MM\u{200F}/y H:mm¦d\u{200F}/M\u{200F}/y H:mm
    EEEE، d MMMM y HH:mm¦dd\u{200F}/MM\u{200F}/y HH:mm¦d\u{200F}/M\u{200F}/y HH:mm
    \u{200F}#,##0.000\u{A0}¤;\u{200F}-#,##0.000\u{A0}¤¦’¦¤\u{A0}#,##0.00;¤-#,##0.00
    EEEE, d MMMM y 'at' h:mm\u{202F}a¦d MMMM y 'at' h:mm\u{202F}a¦d MMM y 'at' h:mm\u{202F}a
    dd/MM/y, h:mm\u{202F}a¦#,##0\u{A0}¤¦EEEE, d MMMM, y 'at' h:mm\u{202F}a
    d MMMM, y 'at' h:mm\u{202F}a¦d MMM, y 'at' h:mm\u{202F}a¦0.00\u{A0}¤¦EEEE, d MMMM y 'at' H:mm
    d MMMM y 'at' H:mm¦d MMM y 'at' H:mm¦d.MM.yy, H:mm¦¤#,##0¦EEEE, MMMM d, y 'at' HH:mm
    MMMM d, y 'at' HH:mm¦MMM d, y 'at' HH:mm¦M/d/yy, HH:mm¦EEEE, d MMMM y 'at' HH:mm
    d MMM y 'at' HH:mm¦y-MM-dd, h:mm\u{202F}a¦¤#,##0;¤-#,##0¦dd-MM-y 'at' h:mm\u{202F}a
    dd-MM-yy, h:mm\u{202F}a¦y/M/d, HH:mm¦¤\u{A0}#,##0¦d/MM/y¦d/MM/y 'at' h:mm\u{202F}a¦$
    EEEE, MMMM d, y 'at' H:mm¦MMMM d, y 'at' H:mm¦MMM d, y 'at' H:mm¦y/MM/dd, H:mm¦EEEE, d MMMM G y
    EEEE, d MMMM G y 'at' HH:mm¦d MMMM G y 'at' HH:mm¦d MMMM y EEEE 'at' HH:mm¦y/M/d, h:mm\u{202F}a
    EEEE, d 'de' MMMM 'de' y, h:mm\u{202F}a¦d 'de' MMMM 'de' y, h:mm\u{202F}a
    EEEE, d 'de' MMMM 'de' y, h:mm a¦d 'de' MMMM 'de' y, h:mm a¦\u{200E}¤#,##0¦d/MM/yy HH:mm
    EEEE, d MMMM y 'à' HH:mm¦EEEE d MMMM y 'à' h:mm\u{202F}a¦d MMMM y 'à' h:mm\u{202F}a
    d MMM y 'à' h:mm\u{202F}a¦dd/MM/y h:mm\u{202F}a¦#,##0.000\u{A0}¤
    EEEE d MMMM, y 'da' h:mm\u{202F}a¦d MMMM, y 'da' h:mm\u{202F}a¦d MMM, y, h:mm\u{202F}a
    d. M. yy.¦d. M. yy. HH:mm¦EEEE, d MMMM y 'alle' 'ore' HH:mm¦y년 MMMM d일 EEEE HH:mm
    y년 MMMM d일 HH:mm¦y. M. d. HH:mm¦dd MMMM y h:mm a¦dd MMMM y 'pada' h:mm\u{202F}a
    EEEE, dd MMMM y 'pada' HH.mm¦d MMMM y 'pada' HH.mm¦y MMMM d, EEEE: h:mm a¦y MMMM d: h:mm a
    y MMM d, h:mm a¦yy/M/d, h:mm a¦d/MM/y, HH:mm¦EEEE د y د MMMM d h:mm a¦y/M/d h:mm a
    EEEE, MMMM d, y 'ee' HH:mm¦MMMM d, y 'ee' HH:mm¦dd-MMM-y 'ee' HH:mm¦EEEE, d MMMM y 'në' HH:mm
    d MMMM y 'në' HH:mm¦d.M.yy, HH:mm¦EEEE, d MMMM y 'saa' HH:mm¦d MMMM y 'saa' HH:mm
    EEEE, d MMMM, y, HH:mm¦d MMMM y EEEE h:mm\u{202F}a¦d MMMM y h:mm\u{202F}a¦d MMM y h:mm\u{202F}a
    d.MM.y h:mm\u{202F}a¦¤#,##,##0¦y年M月d日 EEEE ah:mm¦y年M月d日 ah:mm¦d/M/yy ah:mm¦dd/MM/yy ah:mm
    d/M/y ah:mm¦d/M/y, h:mm\u{202F}a¦EEEE, dd MMMM y 'at' HH:mm¦dd MMMM y 'at' HH:mm
    dd MMM y 'at' HH:mm¦dd-MMM-y 'at' HH:mm¦EEEE, dd MMMM y 'at' HH.mm¦d MMMM y 'at' HH.mm
    d MMM y 'at' HH.mm¦EEEE d MMMM y 'at' HH:mm¦dd/MM/y, H:mm¦dd-MM-y 'at' HH:mm¦d-M-yy, HH:mm
    dd-MMM-y 'at' h:mm\u{202F}a¦y/MM/dd, HH:mm¦dd MMM,y¦dd MMM,y 'at' HH:mm¦d/M/y, HH:mm
    d MMM 'de' y¦d MMM 'de' y, h:mm\u{202F}a¦dd-MM-y, h:mm\u{202F}a¦d/MM/y, h:mm\u{202F}a
    EEEE dd 'de' MMMM 'de' y¦dd 'de' MMMM 'de' y¦EEEE dd 'de' MMMM 'de' y, h:mm\u{202F}a
    dd 'de' MMMM 'de' y, h:mm\u{202F}a¦MM/dd/y¦MM/dd/yy¦MM/dd/y, h:mm\u{202F}a
    MM/dd/yy, h:mm\u{202F}a¦¤\u{A0}#,##0;¤\u{A0}-#,##0¦EEEE, d 'de' MMMM 'de' y 'às' h:mm\u{202F}a
    d 'de' MMMM 'de' y 'às' h:mm\u{202F}a¦EEEE, d. MMMM y 'at' HH:mm¦d. MMMM y 'at' HH:mm
    dd.MM.y 'at' HH:mm¦'¦d. M. y¦EEEE d MMMM y 'at' H:mm¦d. M. y 'at' H:mm¦dd.MM.y, H:mm
    d. MMM y 'at' HH:mm¦EEEE, d MMMM y 'at' HH.mm¦dd/MM/y, HH.mm¦EEEE d. MMMM y 'at' H.mm
    d. MMMM y 'at' H.mm¦d. MMM y 'at' H.mm¦d.M.y, H.mm¦y. MMMM d., EEEE 'at' H:mm
    y. MMMM d. 'at' H:mm¦y. MMM d. 'at' H:mm¦y. MM. dd., H:mm¦y-MM-dd, HH:mm¦dd MMM, y
    EEEE, d MMMM y, h:mm\u{202F}a 'baje'¦d MMMM, y, h:mm\u{202F}a 'baje'
    dd MMM, y 'at' h:mm\u{202F}a¦؋¦֏¦Kz¦A$¦₼¦KM¦৳¦Bs¦R$¦P¦CA$¦CN¥¦¥¦₡¦Kč¦kr¦E£¦€¦£¦₾¦GH₵¦FG¦Q¦HK$¦L
    kn¦Ft¦Rp¦₪¦₹¦JP¥¦⃀¦៛¦CF¦₩¦₸¦₭¦L£¦Rs¦Ar¦K¦₮¦MX$¦RM¦₦¦C$¦NZ$¦₱¦zł¦₲¦lei¦₽¦RF¦Db¦฿¦T$¦₺¦NT$¦₴¦US$
    ₫¦FCFA¦EC$¦Cg.¦F\u{202F}CFA¦CFPF¦R¦ZK¦р.¦CAD¦MXN¦PHP¦leu¦USD¦AU$¦ብር¦د.إ.\u{200F}¦AR$¦BB$
    د.ب.\u{200F}¦BM$¦BN$¦BS$¦BZ$¦CL$¦CO$¦CU$¦DO$¦د.ج.\u{200F}¦ج.م.\u{200F}¦FJ$¦UK£¦GY$¦د.ع.\u{200F}
    ر.إ.¦JM$¦د.أ.\u{200F}¦د.ك.\u{200F}¦KY$¦ل.ل.\u{200F}¦$LR¦د.ل.\u{200F}¦د.م.\u{200F}¦أ.م.
    ر.ع.\u{200F}¦ر.ق.\u{200F}¦ر.س.\u{200F}¦SB$¦ج.س.¦SR$¦ل.س.\u{200F}¦د.ت.\u{200F}¦TT$¦UY$
    ر.ي.\u{200F}¦ley¦S£¦Bds$¦BD$¦BRL¦B$¦Br¦CUC$¦$MN¦RD$¦FK£¦G$¦Íkr¦J$¦CI$¦L$¦N$¦NZD¦руб.¦SI$¦S$¦$U
    Af¦AMD¦ARS¦AUD¦AZN¦BBD¦BDT¦лв.¦BMD¦BND¦BSD¦BZD¦CLP¦CNY¦COP¦CRC¦CUP¦DOP¦FJD¦FKP¦GBP¦GHS¦GIP¦GYD
    HKD¦ILS¦INR¦JMD¦JPY¦KHR¦KRW¦KYD¦KZT¦LAK¦LRD¦MNT¦NAD¦NGN¦PYG¦RON¦SBD¦SGD¦SRD¦SSP¦TRY¦TTD¦TWD¦UAH
    щ.д.¦UYU¦VND¦XCD¦din.¦XPF¦КМ¦Кч¦зл¦дин.¦Тл¦Bs F¦TK¦BWP¦ZAR¦ZMW¦Br.¦kr.¦Cub$¦Fl£¦₵¦F.G.¦FC¦F.Rw
    SYP¦EGP¦XAF¦XOF¦$CA¦¥CN¦$HK¦ریال¦$MX¦$NZ¦$EC¦فرانک\u{202F}CFA¦AOA¦BAM¦BOB¦CUC¦CZK¦DKK¦GEL¦GNF
    GTQ¦HNL¦HRK¦HUF¦IDR¦ISK¦KMF¦KPW¦LBP¦LKR¦MGA¦MMK¦MUR¦MYR¦NIO¦NOK¦NPR¦PKR¦PLN¦RWF¦SEK¦SHP¦STD¦THB
    TOP¦VEF¦$AR¦$AU¦$BM¦$BN¦$BZ¦$CL¦$CO¦£E¦$FJ¦£FK¦£GB¦£GI¦£LB¦£L¦$NA¦$C¦FR¦$SB¦$SG¦$SR¦$T¦$TT¦$US
    $UY¦$WS¦FCFP¦Kw¦руб¦રૂ.¦р¦\u{200E}CN¥\u{200E}¦लेई¦EUR¦NKr¦元¦￥¦レイ¦ЛСЛ¦ឡូទី¦ಲೀ¦रॉन¦LE¦Kn¦сом¦zl¦Gs¦rb
    ден.¦кр¦NAf¦Afl¦G¦B/.¦नेरू¦रू¦Cg¦ر¦p.¦KA$¦lej¦ლ¦ТМТ¦රු.¦සිෆ්එ¦NIS¦DBB¦S¦AFN¦Lekë¦HKS¦RUB¦STN¦r.¦BR$
    Dkr¦EG£¦Ikr¦Nkr¦Ksh¦TSh¦soʻm¦сўм¦￦¦P.¦Kr¦Zł¦Fdj¦Nfk¦GB£¦FBu¦\u{200B}¦SD£¦BsF¦$\u{A0}AU
    $\u{A0}HK¦$\u{A0}NZ¦$\u{A0}SG¦$\u{A0}US¦WST¦Fr.¦DA¦UM¦SR¦LS¦DT¦VT¦Afl.¦NAf.¦den¦USh¦Rs.¦MOP$¦Tk
    CFP¦D¦Rf¦MK¦Le¦WS$¦S/¦Gs.¦Bs.¦Bs.S¦MTn
    """
}
