/** Words of grammar. A name spelled like one of them counts only as @name, or capitalised inside a sentence. */
export const grammarWords: ReadonlySet<string> = new Set(
  `a about above across after again against ago ahead all almost along already also although always am among an and another any
  anybody anyone anything are around as at away back be because been before behind being below beside between beyond both but by
  can cannot could did do does doing done down during each either else enough ever every everybody everyone everything except few
  for from further get gets got had has have having he hence her here hers herself him himself his how however i if in indeed
  instead into is it its itself just least less let many may maybe me might mine more most much must my myself near
  neither never next no nobody none nor not nothing now of off often on once one only onto or other others ought our ours ourselves
  out over own per perhaps please quite rather really said same say says see seem seems several shall she should since so some
  somebody someone something sometimes somewhere soon still such than that the their theirs them themselves then there these they
  thing things this those though through thus till to today together tomorrow tonight too toward towards under until up upon us
  very was we well were what whatever when whenever where wherever whether which while who whoever whom whose why will with within
  without would yes yesterday yet you your yours yourself im ive id ill dont doesnt didnt isnt arent cant wont whats whos thats
  hi hello hey ok okay thanks thank lol etc vs`.split(/\s+/u),
);

/**
 * Everyday words that are also given names, nicknames or likely handles. Uncapitalised they count as a name only where
 * the sentence speaks of a person (`about rain`, `rain said`, `rain's`).
 */
export const everydayWords: ReadonlySet<string> = new Set(
  `able account act action admin adult advice age agent air alert alive alpha amber angel anger angle animal answer apple april arch
  archer area arm army art ash aspen aunt august autumn baby back bad bag baker ball banana band bank bar base bass bat bay beach
  bean bear beast beat beauty bed bee beer bell berry best beta better big bill bird birth bishop bit black blade blaze bless blood
  blossom blue board boat body bolt bone book boss bot bottle box boy branch brave bread break breeze bright bring brook brother
  brown buck bud bug build builder bull bus bush butter button buy buzz cake call calm camp candy cap captain car carbon card care
  carol case cash cast castle cat cause cell chance change chapel chase chat cherry chess chief child chip christian church circle
  city clay clean clear click cliff clock close cloud club coach coal coast coat code coffee cold colt comet cook cookie cool copper
  coral core corn cosmic count country court cow cozy crane crash crazy cream creek crew cross crow crown cruise crystal cup cyber
  daisy dale dance dandy dark dash data date dawn day dead deal dean dear death decision deep deer delta demon den desert design
  destiny detail dev devil diamond digit dinner doc doctor dog doll dollar dot dove dragon dream dress drew drink drive drop drum
  duck duke dusk dust eagle ear earl early earth ease east easy echo edge egg elder elf ember end energy error eternity evening event
  evil eye face fact fair faith fall family fan fancy far farm farmer fast fat father fawn fear feather feel fern field fight file
  fire fish fix flame flash flint floor flora flow flower fly focus fog folk food fool foot force ford forest forge form fortune fox
  frank free freedom french fresh friend frog frost fruit full fun fury future galaxy game gamer garden gem gene general gentle ghost
  giant gift ginger girl give glad glass glen glory go goal goat gold golden good grace grand grant grape grass gray great green grey
  ground group grove guard guest guide guitar gun gus guy habit hail hair half hall hand handy happy harbor hard harmony hat hawk
  hazel head heart heat heath heather heaven heavy heir help hero hide high hill history hit holiday holly home honest honey honor
  hood hook hop hope horn horse hot hour house human humble hunt hunter ice idea idle info ink iris iron island issue ivory ivy jack
  jade jasmine jazz jet jewel job joke joker josh journey joy judge july june jungle junior justice keen keep key kid kind king kit
  kitten kitty knife knight knot know lab lace lad lady lake lamb lamp lance land lane lark laser last late lauren laurel law lead
  leader leaf lean lee legend lemon leo level liberty life light lightning lily lime line link lion list little live local lock logic
  lone long look loop lord lotus love low luck lucky lunch lynx mace machine mad magic magnet mail main major make man mango maple
  march marine mark mars marsh mason mass master mat match mate matrix matter max mayor meadow mean meat mecca melody memory mental
  mercury mercy merry message metal meteor mic midnight mile milk mill miller mind mini mint mirror miss mist misty mix mob mode
  model mom moment money monk monkey monster month moon morning moss mother motor mountain mouse mouth move music myrtle mystery
  myth name nature navy neat neck need neon nerd nest net new news nice nick night ninja noble nobody node noise noon norm north nova
  null number nut oak ocean odd office oil old olive omega online onion opal open oracle orange orbit order owl ox pace pack page
  pain paint pair palm panda panic panther paper parent park parker part party pass pat patch path patience paul peace peach peak
  pearl pen penny people pepper perfect person pet phantom phase phoenix phone photo piece pierce pig pilot pine pink pipe pirate
  pitch pixel pizza place plan plane planet plant play player plum poet point pole pony pool poor pop poppy port post potato potter
  power precious price pride prime prince princess print prior prism problem process project proof proud prudence pulse pump punk
  puppy pure purple push queen quest question quick quiet quill rabbit race radar radio rage rain rainbow random range ranger raptor
  rat raven raw ray razor reach read ready real reason rebel red reed reef reign relax remy report rest rex rice rich rider ridge
  right ring rio rise river road rob robin robot rock rocket rocky rogue role roman room root rose rosemary rough round rover royal
  ruby rude rule run runner rush rusty sad safe saga sage sailor saint salt sam sand sandy sapphire satin savage scar scarlet scene
  school science score scout screen script sea seal season second secret seed self senior server shade shadow shark sharp shell shield
  shift ship shirt shock shop shore short shot show sick side sierra sign silence silent silver simple singer sir sister site size
  skill skip sky slate sleep slick slim slow small smart smile smith smoke smooth snake snow soft solar soldier son song sonic soul
  sound south space spark sparrow speed spell spice spider spike spirit spot spring spy square staff stage star stark start state
  station steel stella step sterling stick stone stop store storm story strange stream street strike string strong student study
  style sue sugar summer summit sun sunday sunny sunrise sunset super support surprise swan sweet swift sword system table tag tail
  tale talk tall tan tango tank tape target tate tax tea teacher team tech ted temple ten term test thorn thought thread thunder tide
  tiger time tiny tip titan toast tom tone tool top torch total touch tower town toy trace track trade train tree trick trinity trip
  troll trooper trouble true trust truth try tucker tune turner turtle twist type ugly uncle unicorn union unique unit unity user
  valentine valley value van vector velvet venom venus version victor victory video view violet viper virgin virtue virus vision voice
  void volt voyager wade wagon walker wall wander war ward warm warrior wash watch water wave way weather web weird west whale wheat
  wheel whisper white wild willow win wind window wine wing winner winter wise wish wit witch wizard wolf woman wonder wood woody word
  work worker world worm wren wrong year yellow young youth zebra zen zero zone`.split(/\s+/u),
);
