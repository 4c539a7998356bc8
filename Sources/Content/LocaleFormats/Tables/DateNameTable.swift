// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// Names of months, days and hours, as lists separated by `|`.
enum DateNameTable {
  /// From 0 on.
  static let texts = """
    M01|M02|M03|M04|M05|M06|M07|M08|M09|M10|M11|M12¦Sun|Mon|Tue|Wed|Thu|Fri|Sat¦AM|PM¦CE¦
    Januarie|Februarie|Maart|April|Mei|Junie|Julie|Augustus|September|Oktober|November|Desember
    Jan.|Feb.|Mrt.|Apr.|Mei|Jun.|Jul.|Aug.|Sep.|Okt.|Nov.|Des.
    Sondag|Maandag|Dinsdag|Woensdag|Donderdag|Vrydag|Saterdag¦So.|Ma.|Di.|Wo.|Do.|Vr.|Sa.¦vm.|nm.
    n.C.¦ጃንዋሪ|ፌብሩዋሪ|ማርች|ኤፕሪል|ሜይ|ጁን|ጁላይ|ኦገስት|ሴፕቴምበር|ኦክቶበር|ኖቬምበር|ዲሴምበር
    ጃን|ፌብ|ማርች|ኤፕሪ|ሜይ|ጁን|ጁላይ|ኦገስ|ሴፕቴ|ኦክቶ|ኖቬም|ዲሴም¦እሑድ|ሰኞ|ማክሰኞ|ረቡዕ|ሐሙስ|ዓርብ|ቅዳሜ
    እሑድ|ሰኞ|ማክሰ|ረቡዕ|ሐሙስ|ዓርብ|ቅዳሜ¦ጥዋት|ከሰዓት¦ዓ/ም
    يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
    الأحد|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت¦أحد|اثنين|ثلاثاء|أربعاء|خميس|جمعة|سبت¦ص|م¦م
    জানুৱাৰী|ফেব্ৰুৱাৰী|মাৰ্চ|এপ্ৰিল|মে’|জুন|জুলাই|আগষ্ট|ছেপ্তেম্বৰ|অক্টোবৰ|নৱেম্বৰ|ডিচেম্বৰ¦জানু|ফেব্ৰু|মাৰ্চ|এপ্ৰিল|মে’|জুন|জুলাই|আগ|ছেপ্তে|অক্টো|নৱে|ডিচে
    দেওবাৰ|সোমবাৰ|মঙ্গলবাৰ|বুধবাৰ|বৃহস্পতিবাৰ|শুক্ৰবাৰ|শনিবাৰ¦দেও|সোম|মঙ্গল|বুধ|বৃহ|শুক্ৰ|শনি¦খ্ৰীঃ
    yanvar|fevral|mart|aprel|may|iyun|iyul|avqust|sentyabr|oktyabr|noyabr|dekabr
    yan|fev|mar|apr|may|iyn|iyl|avq|sen|okt|noy|dek
    bazar|bazar ertəsi|çərşənbə axşamı|çərşənbə|cümə axşamı|cümə|şənbə¦B.|B.e.|Ç.a.|Ç.|C.a.|C.|Ş.
    y.e.¦јанвар|феврал|март|апрел|май|ијун|ијул|август|сентјабр|октјабр|нојабр|декабр
    јан|фев|мар|апр|май|ијн|ијл|авг|сен|окт|ној|дек
    базар|базар ертәси|чәршәнбә ахшамы|чәршәнбә|ҹүмә ахшамы|ҹүмә|шәнбә¦Б.|Б.Е.|Ч.А.|Ч.|Ҹ.А.|Ҹ.|Ш.
    АМ|ПМ¦ј.е.
    студзеня|лютага|сакавіка|красавіка|мая|чэрвеня|ліпеня|жніўня|верасня|кастрычніка|лістапада|снежня
    сту|лют|сак|кра|мая|чэр|ліп|жні|вер|кас|ліс|сне
    нядзеля|панядзелак|аўторак|серада|чацвер|пятніца|субота¦нд|пн|аў|ср|чц|пт|сб¦н.э.
    януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември
    яну|фев|март|апр|май|юни|юли|авг|сеп|окт|ное|дек
    неделя|понеделник|вторник|сряда|четвъртък|петък|събота¦нд|пн|вт|ср|чт|пт|сб¦сл.Хр.
    জানুয়ারী|ফেব্রুয়ারী|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর¦জানু|ফেব|মার্চ|এপ্রি|মে|জুন|জুল|আগ|সেপ|অক্টো|নভে|ডিসে
    রবিবার|সোমবার|মঙ্গলবার|বুধবার|বৃহস্পতিবার|শুক্রবার|শনিবার¦রবি|সোম|মঙ্গল|বুধ|বৃহস্পতি|শুক্র|শনি¦খৃষ্টাব্দ
    januar|februar|mart|april|maj|juni|juli|august|septembar|oktobar|novembar|decembar
    jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec
    nedjelja|ponedjeljak|utorak|srijeda|četvrtak|petak|subota¦ned|pon|uto|sri|čet|pet|sub
    prijepodne|popodne¦n. e.
    јануар|фебруар|март|април|мај|јуни|јули|аугуст|септембар|октобар|новембар|децембар
    јан|феб|мар|апр|мај|јун|јул|ауг|сеп|окт|нов|дец
    недјеља|понедјељак|уторак|сриједа|четвртак|петак|субота¦нед|пон|уто|сри|чет|пет|суб
    прије подне|послије подне¦н. е.
    de gener|de febrer|de març|d’abril|de maig|de juny|de juliol|d’agost|de setembre|d’octubre|de novembre|de desembre
    gen.|febr.|març|abr.|maig|juny|jul.|ag.|set.|oct.|nov.|des.
    diumenge|dilluns|dimarts|dimecres|dijous|divendres|dissabte¦dg|dl|dt|dc|dj|dv|ds
    a.\u{A0}m.|p.\u{A0}m.¦dC¦ᎤᏃᎸᏔᏅ|ᎧᎦᎵ|ᎠᏅᏱ|ᎧᏬᏂ|ᎠᏂᏍᎬᏘ|ᏕᎭᎷᏱ|ᎫᏰᏉᏂ|ᎦᎶᏂ|ᏚᎵᏍᏗ|ᏚᏂᏅᏗ|ᏅᏓᏕᏆ|ᎥᏍᎩᏱ
    ᎤᏃ|ᎧᎦ|ᎠᏅ|ᎧᏬ|ᎠᏂ|ᏕᎭ|ᎫᏰ|ᎦᎶ|ᏚᎵ|ᏚᏂ|ᏅᏓ|ᎥᏍ¦ᎤᎾᏙᏓᏆᏍᎬ|ᎤᎾᏙᏓᏉᏅᎯ|ᏔᎵᏁᎢᎦ|ᏦᎢᏁᎢᎦ|ᏅᎩᏁᎢᎦ|ᏧᎾᎩᎶᏍᏗ|ᎤᎾᏙᏓᏈᏕᎾ
    ᏆᏍᎬ|ᏉᏅᎯ|ᏔᎵᏁ|ᏦᎢᏁ|ᏅᎩᏁ|ᏧᎾᎩ|ᏈᏕᎾ¦ᏌᎾᎴ|ᏒᎯᏱᎢᏗᏢ¦AD
    ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince
    led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro
    neděle|pondělí|úterý|středa|čtvrtek|pátek|sobota¦ne|po|út|st|čt|pá|so¦dop.|odp.¦n. l.
    кӑрлач|нарӑс|пуш|ака|ҫу|ҫӗртме|утӑ|ҫурла|авӑн|юпа|чӳк|раштав
    кӑр.|нар.|пуш|ака|ҫу|ҫӗр.|утӑ|ҫур.|авӑн|юпа|чӳк|раш.
    вырсарникун|тунтикун|ытларикун|юнкун|кӗҫнерникун|эрнекун|шӑматкун
    выр.|тун.|ытл.|юн.|кӗҫ.|эр.|шӑм.¦х. э.
    Ionawr|Chwefror|Mawrth|Ebrill|Mai|Mehefin|Gorffennaf|Awst|Medi|Hydref|Tachwedd|Rhagfyr
    Ion|Chwef|Maw|Ebr|Mai|Meh|Gorff|Awst|Medi|Hyd|Tach|Rhag
    Dydd Sul|Dydd Llun|Dydd Mawrth|Dydd Mercher|Dydd Iau|Dydd Gwener|Dydd Sadwrn
    Sul|Llun|Maw|Mer|Iau|Gwen|Sad¦yb|yh¦OC
    januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december
    jan.|feb.|mar.|apr.|maj|jun.|jul.|aug.|sep.|okt.|nov.|dec.
    søndag|mandag|tirsdag|onsdag|torsdag|fredag|lørdag¦søn.|man.|tirs.|ons.|tors.|fre.|lør.¦e.Kr.
    Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
    Jan.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sept.|Okt.|Nov.|Dez.
    Sonntag|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag¦So.|Mo.|Di.|Mi.|Do.|Fr.|Sa.¦n. Chr.
    januara|februara|měrca|apryla|maja|junija|julija|awgusta|septembra|oktobra|nowembra|decembra
    jan.|feb.|měr.|apr.|maj.|jun.|jul.|awg.|sep.|okt.|now.|dec.
    njeźela|pónjeźele|wałtora|srjoda|stwórtk|pětk|sobota¦nje|pón|wał|srj|stw|pět|sob
    dopołdnja|wótpołdnja¦pó Chr.n.
    Ιανουαρίου|Φεβρουαρίου|Μαρτίου|Απριλίου|Μαΐου|Ιουνίου|Ιουλίου|Αυγούστου|Σεπτεμβρίου|Οκτωβρίου|Νοεμβρίου|Δεκεμβρίου
    Ιαν|Φεβ|Μαρ|Απρ|Μαΐ|Ιουν|Ιουλ|Αυγ|Σεπ|Οκτ|Νοε|Δεκ
    Κυριακή|Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο¦Κυρ|Δευ|Τρί|Τετ|Πέμ|Παρ|Σάβ¦πμ|μμ¦μ.Χ.
    January|February|March|April|May|June|July|August|September|October|November|December
    Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec
    Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
    ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic
    domingo|lunes|martes|miércoles|jueves|viernes|sábado¦dom|lun|mar|mié|jue|vie|sáb
    a.\u{202F}m.|p.\u{202F}m.¦d. C.
    jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember
    jaan|veebr|märts|apr|mai|juuni|juuli|aug|sept|okt|nov|dets
    pühapäev|esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev¦P|E|T|K|N|R|L¦pKr
    urtarrila|otsaila|martxoa|apirila|maiatza|ekaina|uztaila|abuztua|iraila|urria|azaroa|abendua
    urt.|ots.|mar.|api.|mai.|eka.|uzt.|abu.|ira.|urr.|aza.|abe.
    igandea|astelehena|asteartea|asteazkena|osteguna|ostirala|larunbata¦ig.|al.|ar.|az.|og.|or.|lr.
    K.o.¦ژانویهٔ|فوریهٔ|مارس|آوریل|مهٔ|ژوئن|ژوئیهٔ|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
    ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
    یکشنبه|دوشنبه|سه\u{200C}شنبه|چهارشنبه|پنجشنبه|جمعه|شنبه¦قبل\u{200C}ازظهر|بعدازظهر¦م.
    tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta
    tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu
    sunnuntai|maanantaina|tiistaina|keskiviikkona|torstaina|perjantaina|lauantaina
    su|ma|ti|ke|to|pe|la¦sunnuntai|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai¦ap.|ip.
    jKr.¦Enero|Pebrero|Marso|Abril|Mayo|Hunyo|Hulyo|Agosto|Setyembre|Oktubre|Nobyembre|Disyembre
    Ene|Peb|Mar|Abr|May|Hun|Hul|Ago|Set|Okt|Nob|Dis
    Linggo|Lunes|Martes|Miyerkules|Huwebes|Biyernes|Sabado¦Lin|Lun|Mar|Miy|Huw|Biy|Sab
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre
    janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.
    dimanche|lundi|mardi|mercredi|jeudi|vendredi|samedi¦dim.|lun.|mar.|mer.|jeu.|ven.|sam.
    ap. J.-C.
    Eanáir|Feabhra|Márta|Aibreán|Bealtaine|Meitheamh|Iúil|Lúnasa|Meán Fómhair|Deireadh Fómhair|Samhain|Nollaig
    Ean|Feabh|Márta|Aib|Beal|Meith|Iúil|Lún|MFómh|DFómh|Samh|Noll
    Dé Domhnaigh|Dé Luain|Dé Máirt|Dé Céadaoin|Déardaoin|Dé hAoine|Dé Sathairn
    Domh|Luan|Máirt|Céad|Déar|Aoine|Sath¦r.n.|i.n.
    dhen Fhaoilleach|dhen Ghearran|dhen Mhàrt|dhen Ghiblean|dhen Chèitean|dhen Ògmhios|dhen Iuchar|dhen Lùnastal|dhen t-Sultain|dhen Dàmhair|dhen t-Samhain|dhen Dùbhlachd
    Faoi|Gearr|Màrt|Gibl|Cèit|Ògmh|Iuch|Lùna|Sult|Dàmh|Samh|Dùbh
    DiDòmhnaich|DiLuain|DiMàirt|DiCiadain|DiarDaoin|DihAoine|DiSathairne
    DiD|DiL|DiM|DiC|Dia|Dih|DiS¦m|f
    xaneiro|febreiro|marzo|abril|maio|xuño|xullo|agosto|setembro|outubro|novembro|decembro
    xan.|feb.|mar.|abr.|maio|xuño|xul.|ago.|set.|out.|nov.|dec.
    domingo|luns|martes|mércores|xoves|venres|sábado¦dom.|luns|mar.|mér.|xov.|ven.|sáb.¦a.m.|p.m.
    d.C.¦જાન્યુઆરી|ફેબ્રુઆરી|માર્ચ|એપ્રિલ|મે|જૂન|જુલાઈ|ઑગસ્ટ|સપ્ટેમ્બર|ઑક્ટોબર|નવેમ્બર|ડિસેમ્બર
    જાન૰|ફેબ૰|માર્ચ|એપ્રિલ|મે|જૂન|જુલાઈ|ઑગ૰|સપ્ટ૰|ઑક્ટ૰|નવ૰|ડિસ૰¦રવિવાર|સોમવાર|મંગળવાર|બુધવાર|ગુરુવાર|શુક્રવાર|શનિવાર
    રવિ|સોમ|મંગળ|બુધ|ગુરુ|શુક્ર|શનિ¦ઈ.સ.
    Janairu|Faburairu|Maris|Afirilu|Mayu|Yuni|Yuli|Agusta|Satumba|Oktoba|Nuwamba|Disamba
    Jan|Fab|Mar|Afi|May|Yun|Yul|Agu|Sat|Okt|Nuw|Dis
    Lahadi|Litinin|Talata|Laraba|Alhamis|Jummaʼa|Asabar¦Lah|Lit|Tal|Lar|Alh|Jum|Asa¦Safiya|Yamma
    BHAI¦ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר
    ינו׳|פבר׳|מרץ|אפר׳|מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳
    יום ראשון|יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת
    יום א׳|יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת¦לפ׳|אח׳¦לספירה
    जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्तूबर|नवंबर|दिसंबर¦जन॰|फ़र॰|मार्च|अप्रैल|मई|जून|जुल॰|अग॰|सित॰|अक्तू॰|नव॰|दिस॰
    रविवार|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार¦रवि|सोम|मंगल|बुध|गुरु|शुक्र|शनि¦पू|अ¦ईस्वी
    siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga|prosinca
    sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro¦po. Kr.
    januara|februara|měrca|apryla|meje|junija|julija|awgusta|septembra|oktobra|nowembra|decembra
    jan.|feb.|měr.|apr.|mej.|jun.|jul.|awg.|sep.|okt.|now.|dec.
    njedźela|póndźela|wutora|srjeda|štwórtk|pjatk|sobota¦nje|pón|wut|srj|štw|pja|sob
    dopołdnja|popołdnju¦po Chr.n.
    január|február|március|április|május|június|július|augusztus|szeptember|október|november|december
    jan.|febr.|márc.|ápr.|máj.|jún.|júl.|aug.|szept.|okt.|nov.|dec.
    vasárnap|hétfő|kedd|szerda|csütörtök|péntek|szombat¦V|H|K|Sze|Cs|P|Szo¦de.|du.¦i. sz.
    հունվարի|փետրվարի|մարտի|ապրիլի|մայիսի|հունիսի|հուլիսի|օգոստոսի|սեպտեմբերի|հոկտեմբերի|նոյեմբերի|դեկտեմբերի
    հնվ|փտվ|մրտ|ապր|մյս|հնս|հլս|օգս|սեպ|հոկ|նոյ|դեկ
    կիրակի|երկուշաբթի|երեքշաբթի|չորեքշաբթի|հինգշաբթի|ուրբաթ|շաբաթ¦կիր|երկ|երք|չրք|հնգ|ուր|շբթ¦մ.թ.
    Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember
    Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des¦Minggu|Senin|Selasa|Rabu|Kamis|Jumat|Sabtu
    Min|Sen|Sel|Rab|Kam|Jum|Sab¦M
    Jenụwarị|Febrụwarị|Maachị|Epreel|Mee|Jun|Julaị|Ọgọọst|Septemba|Ọktoba|Novemba|Disemba
    Jen|Feb|Maa|Epr|Mee|Juu|Jul|Ọgọ|Sep|Ọkt|Nov|Dis
    Sọndee|Mọnde|Tiuzdee|Wenezdee|Tọọzdee|Fraịdee|Satọdee¦Sọn|Mọn|Tiu|Wen|Tọọ|Fraị|Sat
    N’ụtụtụ|N’abali
    janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember
    jan.|feb.|mar.|apr.|maí|jún.|júl.|ágú.|sep.|okt.|nóv.|des.
    sunnudagur|mánudagur|þriðjudagur|miðvikudagur|fimmtudagur|föstudagur|laugardagur
    sun.|mán.|þri.|mið.|fim.|fös.|lau.¦f.h.|e.h.
    gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre
    gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic
    domenica|lunedì|martedì|mercoledì|giovedì|venerdì|sabato¦dom|lun|mar|mer|gio|ven|sab
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月¦日曜日|月曜日|火曜日|水曜日|木曜日|金曜日|土曜日¦日|月|火|水|木|金|土¦午前|午後¦西暦
    Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agt|Sep|Okt|Nov|Des¦Ahad|Senin|Selasa|Rabu|Kamis|Jumat|Sabtu
    Ahad|Sen|Sel|Rab|Kam|Jum|Sab¦Isuk|Wengi
    იანვარი|თებერვალი|მარტი|აპრილი|მაისი|ივნისი|ივლისი|აგვისტო|სექტემბერი|ოქტომბერი|ნოემბერი|დეკემბერი
    იან|თებ|მარ|აპრ|მაი|ივნ|ივლ|აგვ|სექ|ოქტ|ნოე|დეკ
    კვირა|ორშაბათი|სამშაბათი|ოთხშაბათი|ხუთშაბათი|პარასკევი|შაბათი¦კვი|ორშ|სამ|ოთხ|ხუთ|პარ|შაბ
    ახ. წ.¦қаңтар|ақпан|наурыз|сәуір|мамыр|маусым|шілде|тамыз|қыркүйек|қазан|қараша|желтоқсан
    қаң.|ақп.|нау.|сәу.|мам.|мау.|шіл.|там.|қыр.|қаз.|қар.|жел.
    жексенбі|дүйсенбі|сейсенбі|сәрсенбі|бейсенбі|жұма|сенбі¦жс|дс|сс|ср|бс|жм|сб¦б.з.
    មករា|កុម្ភៈ|មីនា|មេសា|ឧសភា|មិថុនា|កក្កដា|សីហា|កញ្ញា|តុលា|វិច្ឆិកា|ធ្នូ¦អាទិត្យ|ច័ន្ទ|អង្គារ|ពុធ|ព្រហស្បតិ៍|សុក្រ|សៅរ៍
    អាទិត្យ|ចន្ទ|អង្គារ|ពុធ|ព្រហ|សុក្រ|សៅរ៍¦អាទិត្យ|ចន្ទ|អង្គារ|ពុធ|ព្រហស្បតិ៍|សុក្រ|សៅរ៍¦គ.ស.
    ಜನವರಿ|ಫೆಬ್ರವರಿ|ಮಾರ್ಚ್|ಏಪ್ರಿಲ್|ಮೇ|ಜೂನ್|ಜುಲೈ|ಆಗಸ್ಟ್|ಸೆಪ್ಟೆಂಬರ್|ಅಕ್ಟೋಬರ್|ನವೆಂಬರ್|ಡಿಸೆಂಬರ್¦ಜನ|ಫೆಬ್ರ|ಮಾರ್ಚ್|ಏಪ್ರಿ|ಮೇ|ಜೂನ್|ಜುಲೈ|ಆಗ|ಸೆಪ್ಟೆಂ|ಅಕ್ಟೋ|ನವೆಂ|ಡಿಸೆಂ
    ಭಾನುವಾರ|ಸೋಮವಾರ|ಮಂಗಳವಾರ|ಬುಧವಾರ|ಗುರುವಾರ|ಶುಕ್ರವಾರ|ಶನಿವಾರ¦ಭಾನು|ಸೋಮ|ಮಂಗಳ|ಬುಧ|ಗುರು|ಶುಕ್ರ|ಶನಿ¦ಕ್ರಿ.ಶ
    1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월¦일요일|월요일|화요일|수요일|목요일|금요일|토요일¦일|월|화|수|목|금|토¦오전|오후
    जानेवारी|फेब्रुवारी|मार्च|एप्रील|मे|जून|जुलय|ऑगस्ट|सप्टेंबर|ऑक्टोबर|नोव्हेंबर|डिसेंबर¦आयतार|सोमार|मंगळार|बुधवार|बिरेस्तार|शुक्रार|शेनवार¦सकाळीं|सांजे¦क्रि.श.
    Janer|Febrer|Mars|Abril|Mai|Jun|Julai|Agost|Setembr|Otubr|Novembr|Dezembr
    Jan|Feb|Mar|Abr|Mai|Jun|Jul|Ago|Set|Otu|Nov|Dez
    Aitar|Somar|Mongllar|Budhvar|Birestar|Sukrar|Sonvar¦Ait|Som|Mon|Bud|Bre|Suk|Son¦sokallim|sanje
    январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь
    янв.|фев.|мар.|апр.|май|июн.|июл.|авг.|сен.|окт.|ноя.|дек.
    жекшемби|дүйшөмбү|шейшемби|шаршемби|бейшемби|жума|ишемби¦жек.|дүй.|шейш.|шарш.|бейш.|жума|ишм.
    таңкы|түштөн кийинки¦ມັງກອນ|ກຸມພາ|ມີນາ|ເມສາ|ພຶດສະພາ|ມິຖຸນາ|ກໍລະກົດ|ສິງຫາ|ກັນຍາ|ຕຸລາ|ພະຈິກ|ທັນວາ
    ມ.ກ.|ກ.ພ.|ມ.ນ.|ມ.ສ.|ພ.ພ.|ມິ.ຖ.|ກ.ລ.|ສ.ຫ.|ກ.ຍ.|ຕ.ລ.|ພ.ຈ.|ທ.ວ.
    ວັນອາທິດ|ວັນຈັນ|ວັນອັງຄານ|ວັນພຸດ|ວັນພະຫັດ|ວັນສຸກ|ວັນເສົາ¦ອາທິດ|ຈັນ|ອັງຄານ|ພຸດ|ພະຫັດ|ສຸກ|ເສົາ¦ກ່ອນທ່ຽງ|ຫຼັງທ່ຽງ¦ຄ.ສ.
    sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruodžio
    saus.|vas.|kov.|bal.|geg.|birž.|liep.|rugp.|rugs.|spal.|lapkr.|gruod.
    sekmadienis|pirmadienis|antradienis|trečiadienis|ketvirtadienis|penktadienis|šeštadienis
    sk|pr|an|tr|kt|pn|št¦priešpiet|popiet¦po Kr.
    janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs|augusts|septembris|oktobris|novembris|decembris
    janv.|febr.|marts|apr.|maijs|jūn.|jūl.|aug.|sept.|okt.|nov.|dec.
    svētdiena|pirmdiena|otrdiena|trešdiena|ceturtdiena|piektdiena|sestdiena
    svētd.|pirmd.|otrd.|trešd.|ceturtd.|piektd.|sestd.
    Svētdiena|Pirmdiena|Otrdiena|Trešdiena|Ceturtdiena|Piektdiena|Sestdiena¦priekšp.|pēcp.¦m.ē.
    јануари|февруари|март|април|мај|јуни|јули|август|септември|октомври|ноември|декември
    јан.|фев.|мар.|апр.|мај|јун.|јул.|авг.|сеп.|окт.|ное.|дек.
    недела|понеделник|вторник|среда|четврток|петок|сабота¦нед.|пон.|вто.|сре.|чет.|пет.|саб.
    претпл.|попл.¦ജനുവരി|ഫെബ്രുവരി|മാർച്ച്|ഏപ്രിൽ|മേയ്|ജൂൺ|ജൂലൈ|ഓഗസ്റ്റ്|സെപ്റ്റംബർ|ഒക്\u{200C}ടോബർ|നവംബർ|ഡിസംബർ
    ജനു|ഫെബ്രു|മാർ|ഏപ്രി|മേയ്|ജൂൺ|ജൂലൈ|ഓഗ|സെപ്റ്റം|ഒക്ടോ|നവം|ഡിസം
    ഞായറാഴ്\u{200C}ച|തിങ്കളാഴ്\u{200C}ച|ചൊവ്വാഴ്ച|ബുധനാഴ്\u{200C}ച|വ്യാഴാഴ്\u{200C}ച|വെള്ളിയാഴ്\u{200C}ച|ശനിയാഴ്\u{200C}ച
    ഞായർ|തിങ്കൾ|ചൊവ്വ|ബുധൻ|വ്യാഴം|വെള്ളി|ശനി
    ഞായറാഴ്\u{200C}ച|തിങ്കളാഴ്\u{200C}ച|ചൊവ്വാഴ്\u{200C}ച|ബുധനാഴ്\u{200C}ച|വ്യാഴാഴ്\u{200C}ച|വെള്ളിയാഴ്\u{200C}ച|ശനിയാഴ്\u{200C}ച
    എഡി
    нэгдүгээр сар|хоёрдугаар сар|гуравдугаар сар|дөрөвдүгээр сар|тавдугаар сар|зургаадугаар сар|долоодугаар сар|наймдугаар сар|есдүгээр сар|аравдугаар сар|арван нэгдүгээр сар|арван хоёрдугаар сар
    1-р сар|2-р сар|3-р сар|4-р сар|5-р сар|6-р сар|7-р сар|8-р сар|9-р сар|10-р сар|11-р сар|12-р сар
    ням|даваа|мягмар|лхагва|пүрэв|баасан|бямба¦Ня|Да|Мя|Лх|Пү|Ба|Бя
    Ням|Даваа|Мягмар|Лхагва|Пүрэв|Баасан|Бямба¦ү.ө.|ү.х.¦МЭ
    जानेवारी|फेब्रुवारी|मार्च|एप्रिल|मे|जून|जुलै|ऑगस्ट|सप्टेंबर|ऑक्टोबर|नोव्हेंबर|डिसेंबर¦जाने|फेब्रु|मार्च|एप्रि|मे|जून|जुलै|ऑग|सप्टें|ऑक्टो|नोव्हें|डिसें
    रविवार|सोमवार|मंगळवार|बुधवार|गुरुवार|शुक्रवार|शनिवार¦रवि|सोम|मंगळ|बुध|गुरु|शुक्र|शनि¦इ. स.
    Januari|Februari|Mac|April|Mei|Jun|Julai|Ogos|September|Oktober|November|Disember
    Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ogo|Sep|Okt|Nov|Dis¦Ahad|Isnin|Selasa|Rabu|Khamis|Jumaat|Sabtu
    Ahd|Isn|Sel|Rab|Kha|Jum|Sab¦PG|PTG¦TM
    جانواري|فيبواري|مچ|اڤريل|مي|جون|جولاي|ݢوس|سيڤتيمبر|اوکتوبر|نوۏيمبر|ديسيمبر
    احد|اثنين|ثلاث|رابو|خميس|جمعة|سبتو¦ဇန်နဝါရီ|ဖေဖော်ဝါရီ|မတ်|ဧပြီ|မေ|ဇွန်|ဇူလိုင်|ဩဂုတ်|စက်တင်ဘာ|အောက်တိုဘာ|နိုဝင်ဘာ|ဒီဇင်ဘာ
    ဇန်|ဖေ|မတ်|ဧ|မေ|ဇွန်|ဇူ|ဩ|စက်|အောက်|နို|ဒီ¦တနင်္ဂနွေ|တနင်္လာ|အင်္ဂါ|ဗုဒ္ဓဟူး|ကြာသပတေး|သောကြာ|စနေ¦နံနက်|ညနေ¦အဒေီ
    जनवरी|फेब्रुअरी|मार्च|अप्रिल|मे|जुन|जुलाई|अगस्ट|सेप्टेम्बर|अक्टोबर|नोभेम्बर|डिसेम्बर¦आइतबार|सोमबार|मङ्गलबार|बुधबार|बिहिबार|शुक्रबार|शनिबार
    आइत|सोम|मङ्गल|बुध|बिहि|शुक्र|शनि¦पूर्वाह्न|अपराह्न¦सन्
    januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december
    jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec
    zondag|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag¦zo|ma|di|wo|do|vr|za¦n.Chr.
    januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember
    jan.|feb.|mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.¦søn.|man.|tir.|ons.|tor.|fre.|lør.
    am|pm¦ଜାନୁଆରୀ|ଫେବୃଆରୀ|ମାର୍ଚ୍ଚ|ଅପ୍ରେଲ|ମଇ|ଜୁନ|ଜୁଲାଇ|ଅଗଷ୍ଟ|ସେପ୍ଟେମ୍ବର|ଅକ୍ଟୋବର|ନଭେମ୍ବର|ଡିସେମ୍ବର¦ରବିବାର|ସୋମବାର|ମଙ୍ଗଳବାର|ବୁଧବାର|ଗୁରୁବାର|ଶୁକ୍ରବାର|ଶନିବାର
    ରବି|ସୋମ|ମଙ୍ଗଳ|ବୁଧ|ଗୁରୁ|ଶୁକ୍ର|ଶନି¦ਜਨਵਰੀ|ਫ਼ਰਵਰੀ|ਮਾਰਚ|ਅਪ੍ਰੈਲ|ਮਈ|ਜੂਨ|ਜੁਲਾਈ|ਅਗਸਤ|ਸਤੰਬਰ|ਅਕਤੂਬਰ|ਨਵੰਬਰ|ਦਸੰਬਰ
    ਜਨ|ਫ਼ਰ|ਮਾਰਚ|ਅਪ੍ਰੈ|ਮਈ|ਜੂਨ|ਜੁਲਾ|ਅਗ|ਸਤੰ|ਅਕਤੂ|ਨਵੰ|ਦਸੰ¦ਐਤਵਾਰ|ਸੋਮਵਾਰ|ਮੰਗਲਵਾਰ|ਬੁੱਧਵਾਰ|ਵੀਰਵਾਰ|ਸ਼ੁੱਕਰਵਾਰ|ਸ਼ਨਿੱਚਰਵਾਰ
    ਐਤ|ਸੋਮ|ਮੰਗਲ|ਬੁੱਧ|ਵੀਰ|ਸ਼ੁੱਕਰ|ਸ਼ਨਿੱਚਰ¦ਸੰਨ¦جنوری|فروری|مارچ|اپریل|مئ|جون|جولائی|اگست|ستمبر|اکتوبر|نومبر|دسمبر
    اتوار|پیر|منگل|بُدھ|جمعرات|جمعہ|ہفتہ¦سں
    Jénúári|Fẹ́búári|Mach|Éprel|Mee|Jun|Julai|Ọgọst|Sẹptẹ́mba|Ọktóba|Nọvẹ́mba|Disẹ́mba
    Jén|Fẹ́b|Mach|Épr|Mee|Jun|Jul|Ọgọ|Sẹp|Ọkt|Nọv|Dis¦Sọ́ndè|Mọ́ndè|Tiúzdè|Wẹ́nẹ́zdè|Tọ́zdè|Fraídè|Sátọdè
    Sọ́n|Mọ́n|Tiú|Wẹ́n|Tọ́z|Fraí|Sát¦Fọ mọ́nin|Fọ ívnin¦KIY
    stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia
    sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru
    niedziela|poniedziałek|wtorek|środa|czwartek|piątek|sobota¦niedz.|pon.|wt.|śr.|czw.|pt.|sob.
    n.e.¦جنوري|فبروري|مارچ|اپریل|مۍ|جون|جولای|اګست|سېپتمبر|اکتوبر|نومبر|دسمبر
    يونۍ|دونۍ|درېنۍ|څلرنۍ|پينځنۍ|جمعه|اونۍ¦غ.م.|غ.و.
    janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
    jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.
    domingo|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado
    dom.|seg.|ter.|qua.|qui.|sex.|sáb.
    ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie
    ian.|feb.|mar.|apr.|mai|iun.|iul.|aug.|sept.|oct.|nov.|dec.
    duminică|luni|marți|miercuri|joi|vineri|sâmbătă¦dum.|lun.|mar.|mie.|joi|vin.|sâm.¦d.Hr.
    января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря
    янв.|февр.|марта|апр.|мая|июня|июля|авг.|сент.|окт.|нояб.|дек.
    воскресенье|понедельник|вторник|среда|четверг|пятница|суббота¦Вс|Пн|Вт|Ср|Чт|Пт|Сб¦н. э.
    ghennàrgiu|freàrgiu|martzu|abrile|maju|làmpadas|trìulas|austu|cabudanni|santugaine|santandria|nadale
    ghe|fre|mar|abr|maj|làm|trì|aus|cab|stG|stA|nad
    domìniga|lunis|martis|mèrcuris|giòbia|chenàbura|sàbadu¦dom|lun|mar|mèr|giò|che|sàb¦p.C.
    جنوري|فيبروري|مارچ|اپريل|مئي|جون|جولاءِ|آگسٽ|سيپٽمبر|آڪٽوبر|نومبر|ڊسمبر
    آچر|سومر|اڱارو|اربع|خميس|جمعو|ڇنڇر¦صبح، منجهند|منجهند، شام¦CD
    जनवरी|फेबरवरी|मार्चु|अप्रेल|मई|जून|जुलाई|आगस्ट|सप्टेंबर|आक्टोबर|नवंबर|डिसंबर¦जन|फर|मार्च|अप्रै|मई|जून|जु|अग|सप्टे|ऑक्टो|नवं|डिसं
    आर्तवार|सूमर|मंगलु|ॿुधर|विस्पत|जुमो|छंछर¦आर्त|सू|मंग|बु॒ध|विस|जुम|छंछ¦आर्त|सू|मं|बु॒ध|विस|जुम|छंछ¦सुबुह जा|शाम जा¦एडी
    ජනවාරි|පෙබරවාරි|මාර්තු|අප්\u{200D}රේල්|මැයි|ජූනි|ජූලි|අගෝස්තු|සැප්තැම්බර්|ඔක්තෝබර්|නොවැම්බර්|දෙසැම්බර්
    ජන|පෙබ|මාර්තු|අප්\u{200D}රේල්|මැයි|ජූනි|ජූලි|අගෝ|සැප්|ඔක්|නොවැ|දෙසැ¦ඉරිදා|සඳුදා|අඟහරුවාදා|බදාදා|බ්\u{200D}රහස්පතින්දා|සිකුරාදා|සෙනසුරාදා
    ඉරිදා|සඳුදා|අඟහ|බදාදා|බ්\u{200D}රහස්|සිකු|සෙන¦පෙ.ව.|ප.ව.¦ක්\u{200D}රි.ව.
    januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra
    jan|feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec
    nedeľa|pondelok|utorok|streda|štvrtok|piatok|sobota¦ne|po|ut|st|št|pi|so
    januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december
    jan.|feb.|mar.|apr.|maj|jun.|jul.|avg.|sep.|okt.|nov.|dec.
    nedelja|ponedeljek|torek|sreda|četrtek|petek|sobota¦ned.|pon.|tor.|sre.|čet.|pet.|sob.
    dop.|pop.
    Janaayo|Febraayo|Maarso|Abriil|Maayo|Juun|Luulyo|Agosto|Sebtembar|Oktoobar|Noofeembar|Diseembar
    Jan|Feb|Mar|Abr|May|Jun|Lul|Ogs|Seb|Okt|Nof|Dis¦Axad|Isniin|Talaado|Arbaco|Khamiis|Jimco|Sabti
    Axd|Isn|Tldo|Arbc|Khms|Jmc|Sbti¦GH|GD
    janar|shkurt|mars|prill|maj|qershor|korrik|gusht|shtator|tetor|nëntor|dhjetor
    jan|shk|mar|pri|maj|qer|korr|gush|sht|tet|nën|dhj
    e diel|e hënë|e martë|e mërkurë|e enjte|e premte|e shtunë¦die|hën|mar|mër|enj|pre|sht
    e paradites|e pasdites¦mb.K.
    јануар|фебруар|март|април|мај|јун|јул|август|септембар|октобар|новембар|децембар
    јан|феб|мар|апр|мај|јун|јул|авг|сеп|окт|нов|дец
    недеља|понедељак|уторак|среда|четвртак|петак|субота¦нед|пон|уто|сре|чет|пет|суб
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar
    jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec
    nedelja|ponedeljak|utorak|sreda|četvrtak|petak|subota¦ned|pon|uto|sre|čet|pet|sub
    januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december
    jan.|feb.|mars|apr.|maj|juni|juli|aug.|sep.|okt.|nov.|dec.
    söndag|måndag|tisdag|onsdag|torsdag|fredag|lördag¦sön|mån|tis|ons|tors|fre|lör¦fm|em
    Januari|Februari|Machi|Aprili|Mei|Juni|Julai|Agosti|Septemba|Oktoba|Novemba|Desemba
    Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ago|Sep|Okt|Nov|Des
    Jumapili|Jumatatu|Jumanne|Jumatano|Alhamisi|Ijumaa|Jumamosi¦BK
    ஜனவரி|பிப்ரவரி|மார்ச்|ஏப்ரல்|மே|ஜூன்|ஜூலை|ஆகஸ்ட்|செப்டம்பர்|அக்டோபர்|நவம்பர்|டிசம்பர்
    ஜன.|பிப்.|மார்.|ஏப்.|மே|ஜூன்|ஜூலை|ஆக.|செப்.|அக்.|நவ.|டிச.¦ஞாயிறு|திங்கள்|செவ்வாய்|புதன்|வியாழன்|வெள்ளி|சனி
    ஞாயி.|திங்.|செவ்.|புத.|வியா.|வெள்.|சனி¦கி.பி.¦జనవరి|ఫిబ్రవరి|మార్చి|ఏప్రిల్|మే|జూన్|జులై|ఆగస్టు|సెప్టెంబర్|అక్టోబర్|నవంబర్|డిసెంబర్
    జన|ఫిబ్ర|మార్చి|ఏప్రి|మే|జూన్|జులై|ఆగ|సెప్టెం|అక్టో|నవం|డిసెం¦ఆదివారం|సోమవారం|మంగళవారం|బుధవారం|గురువారం|శుక్రవారం|శనివారం¦ఆది|సోమ|మంగళ|బుధ|గురు|శుక్ర|శని¦క్రీశ
    มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม
    ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.
    วันอาทิตย์|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัสบดี|วันศุกร์|วันเสาร์¦อา.|จ.|อ.|พ.|พฤ.|ศ.|ส.¦ค.ศ.
    ጥሪ|ለካቲት|መጋቢት|ሚያዝያ|ጉንበት|ሰነ|ሓምለ|ነሓሰ|መስከረም|ጥቅምቲ|ሕዳር|ታሕሳስ¦ጥሪ|ለካ|መጋ|ሚያ|ግን|ሰነ|ሓም|ነሓ|መስ|ጥቅ|ሕዳ|ታሕ
    ሰንበት|ሰኑይ|ሰሉስ|ረቡዕ|ሓሙስ|ዓርቢ|ቀዳም¦ሰን|ሰኑ|ሰሉ|ረቡ|ሓሙ|ዓር|ቀዳ¦ቅ.ቀ.|ድ.ቀ.
    ýanwar|fewral|mart|aprel|maý|iýun|iýul|awgust|sentýabr|oktýabr|noýabr|dekabr
    ýan|few|mart|apr|maý|iýun|iýul|awg|sen|okt|noý|dek
    ýekşenbe|duşenbe|sişenbe|çarşenbe|penşenbe|anna|şenbe¦ýek|duş|siş|çar|pen|ann|şen
    Ýekşenbe|Duşenbe|Sişenbe|Çarşenbe|Penşenbe|Anna|Şenbe¦günortadan öň|günortadan soň¦B.e.
    Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık
    Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara
    Pazar|Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi¦Paz|Pzt|Sal|Çar|Per|Cum|Cmt¦ÖÖ|ÖS¦MS
    січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня
    січ.|лют.|бер.|квіт.|трав.|черв.|лип.|серп.|вер.|жовт.|лист.|груд.
    неділя|понеділок|вівторок|середа|четвер|пʼятниця|субота¦дп|пп
    جنوری|فروری|مارچ|اپریل|مئی|جون|جولائی|اگست|ستمبر|اکتوبر|نومبر|دسمبر
    جنو|فرو|مار|اپر|مئی|جون|جول|اگس|ستم|اکت|نوم|دسم¦اتوار|پیر|منگل|بدھ|جمعرات|جمعہ|ہفتہ¦عیسوی
    yanvar|fevral|mart|aprel|may|iyun|iyul|avgust|sentabr|oktabr|noyabr|dekabr
    yan|fev|mar|apr|may|iyn|iyl|avg|sen|okt|noy|dek
    yakshanba|dushanba|seshanba|chorshanba|payshanba|juma|shanba¦Yak|Dush|Sesh|Chor|Pay|Jum|Shan
    TO|TK¦milodiy¦جنوری|فبروری|مارچ|اپریل|می|جون|جولای|اگست|سپتمبر|اکتوبر|نومبر|دسمبر
    جنو|فبر|مار|اپر|می|جون|جول|اگس|سپت|اکت|نوم|دسم¦ی.|د.|س.|چ.|پ.|ج.|ش.
    январ|феврал|март|апрел|май|июн|июл|август|сентябр|октябр|ноябр|декабр
    янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек
    якшанба|душанба|сешанба|чоршанба|пайшанба|жума|шанба¦якш|душ|сеш|чор|пай|жум|шан¦ТО|ТК¦милодий
    tháng 1|tháng 2|tháng 3|tháng 4|tháng 5|tháng 6|tháng 7|tháng 8|tháng 9|tháng 10|tháng 11|tháng 12
    thg 1|thg 2|thg 3|thg 4|thg 5|thg 6|thg 7|thg 8|thg 9|thg 10|thg 11|thg 12
    Chủ Nhật|Thứ Hai|Thứ Ba|Thứ Tư|Thứ Năm|Thứ Sáu|Thứ Bảy¦CN|Th 2|Th 3|Th 4|Th 5|Th 6|Th 7¦SA|CH
    SCN
    Oṣù Ṣẹ́rẹ́|Oṣù Èrèlè|Oṣù Ẹrẹ̀nà|Oṣù Ìgbé|Oṣù Ẹ̀bibi|Oṣù Òkúdu|Oṣù Agẹmọ|Oṣù Ògún|Oṣù Owewe|Oṣù Ọ̀wàrà|Oṣù Bélú|Oṣù Ọ̀pẹ̀
    Ọjọ́ Àìkú|Ọjọ́ Ajé|Ọjọ́ Ìsẹ́gun|Ọjọ́rú|Ọjọ́bọ|Ọjọ́ Ẹtì|Ọjọ́ Àbámẹ́ta
    Àìkú|Ajé|Ìsẹ́gun|Ọjọ́rú|Ọjọ́bọ|Ẹtì|Àbámẹ́ta¦Àárọ̀|Ọ̀sán¦星期日|星期一|星期二|星期三|星期四|星期五|星期六¦上午|下午¦西元
    一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月¦周日|周一|周二|周三|周四|周五|周六¦公元¦週日|週一|週二|週三|週四|週五|週六
    凌晨|凌晨|凌晨|凌晨|凌晨|清晨|清晨|清晨|上午|上午|上午|上午|中午|下午|下午|下午|下午|下午|下午|晚上|晚上|晚上|晚上|晚上|凌晨|中午
    Januwari|Februwari|Mashi|Ephreli|Meyi|Juni|Julayi|Agasti|Septhemba|Okthoba|Novemba|Disemba
    Jan|Feb|Mas|Eph|Mey|Jun|Jul|Aga|Sep|Okt|Nov|Dis
    ISonto|UMsombuluko|ULwesibili|ULwesithathu|ULwesine|ULwesihlanu|UMgqibelo
    Son|Mso|Bil|Tha|Sin|Hla|Mgq
    جانفي|فيفري|مارس|أفريل|ماي|جوان|جويلية|أوت|سبتمبر|أكتوبر|نوفمبر|ديسمبر
    كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول
    كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين\u{A0}الأول|تشرين الثاني|كانون الأول
    كانون ٢|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين ١|تشرين ٢|كانون ١
    يناير|فبراير|مارس|أبريل|ماي|يونيو|يوليوز|غشت|شتنبر|أكتوبر|نونبر|دجنبر
    يناير|فبراير|مارس|إبريل|مايو|يونيو|يوليو|أغشت|شتمبر|أكتوبر|نوفمبر|دجمبر
    জানু|ফেব|মার্চ|এপ্রি|মে|জুন|জুল|আগ|সেপ্টেঃ|অক্টোঃ|নভেঃ|ডিসেঃ¦খ্রিঃ
    Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
    Jän.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sep.|Okt.|Nov.|Dez.
    جنو|فبروری|مارچ|اپریل|می|جون|جول|اگست|سپتمبر|اکتوبر|نومبر|دسم
    janv.|févr.|mars|avr.|mai|juin|juill.|août|sept.|oct.|nov.|déc.¦matin|soir
    jan.|fév.|mar.|avr.|mai|jui.|juil.|août|sept.|oct.|nov.|déc.
    søndag|måndag|tysdag|onsdag|torsdag|fredag|laurdag¦sø.|må.|ty.|on.|to.|fr.|la.
    Dum|Lun|Mar|Mie|Joi|Vin|Sâm¦прије подне|по подне
    јан|феб|март|апр|мај|јун|јул|авг|септ|окт|нов|дец
    недјеља|понедељак|уторак|сриједа|четвртак|петак|субота¦prije podne|po podne
    jan|feb|mart|apr|maj|jun|jul|avg|sept|okt|nov|dec
    nedjelja|ponedeljak|utorak|srijeda|četvrtak|petak|subota
    Oshù Shɛ́rɛ́|Oshù Èrèlè|Oshù Ɛrɛ̀nà|Oshù Ìgbé|Oshù Ɛ̀bibi|Oshù Òkúdu|Oshù Agɛmɔ|Oshù Ògún|Oshù Owewe|Oshù Ɔ̀wàrà|Oshù Bélú|Oshù Ɔ̀pɛ̀
    Ɔjɔ́ Àìkú|Ɔjɔ́ Ajé|Ɔjɔ́ Ìsɛ́gun|Ɔjɔ́rú|Ɔjɔ́bɔ|Ɔjɔ́ Ɛtì|Ɔjɔ́ Àbámɛ́ta
    Àìkú|Ajé|Ìsɛ́gun|Ɔjɔ́rú|Ɔjɔ́bɔ|Ɛtì|Àbámɛ́ta¦Àárɔ̀|Ɔ̀sán
    ene.|feb.|mar.|abr.|may.|jun.|jul.|ago.|sep.|oct.|nov.|dic.
    ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|setiembre|octubre|noviembre|diciembre
    ene.|feb.|mar.|abr.|may.|jun.|jul.|ago.|set.|oct.|nov.|dic.
    ene.|feb.|mar.|abr.|may.|jun.|jul.|ago.|sept.|oct.|nov.|dic.
    Raviwaar|Somwaar|Mangalwaar|Budhwaar|Guruwaar|Shukrawaar|Shaniwaar
    Ravi|Som|Mangal|Budh|Guru|Shukra|Shani
    """
}
