-- Awards by hand for pgbench: the session, then begin, lock, checks, insert, commit. Each client counts its own awards,
-- and `i` gives every one another booth, team and type until all have been; `queued` then moves on by two hours.
\set i :base + :client_id + :clients * :n
\set n :n + 1
\set team :i % :teams
\set turn :i / :teams
\set booth (:team + :turn) % :booths
\set type 1 + (:turn / :booths) % :types
\set queued 7200000 * (:turn / (:booths * :types))
\set staff :booth + :booths * (:team % :staff_per_booth)

select user_id, vendor_id, md5(:i)::uuid as award_id, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
  from sessions join users using (user_id)
 where token_hash = encode(sha256(convert_to('s' || lpad(:staff, 25, '0'), 'UTF8')), 'hex')
   and expires_at > (extract(epoch from clock_timestamp()) * 1000)::bigint \gset
\set made :now - :queued

begin;
select pg_advisory_xact_lock(hashtextextended('ledger t' || lpad(:team, 15, '0'), 0));
select points, label, vendors.name as vendor_name, team_name, not exists (
         select 1 from awards left join voids using (award_id)
          where awards.team_id = teams.team_id and awards.vendor_id = offer.vendor_id
            and awards.point_type = offer.point_type and voids.award_id is null
            and awarded_at > :made::bigint - (cooldown_seconds * 1000 - least(5000, cooldown_seconds * 100))
            and awarded_at < :made::bigint + (cooldown_seconds * 1000 - least(5000, cooldown_seconds * 100)))
       and not exists (select 1 from awards where award_id = :award_id)
       and not exists (select 1 from settings
          where (name = 'starts_at' and :made::bigint < (value::jsonb #>> '{}')::bigint)
             or (name = 'ends_at' and :made::bigint > (value::jsonb #>> '{}')::bigint)) as allowed
  from vendor_point_types as offer join point_types using (point_type) join vendors using (vendor_id), teams
 where offer.vendor_id = :vendor_id and offer.point_type = 'vrsta' || :type
   and teams.team_id = 't' || lpad(:team, 15, '0') and disbanded_at is null \gset
\if :allowed
insert into awards (award_id, kind, team_id, vendor_id, point_type, points, awarded_at, received_at, user_id)
values (:award_id, 'award', 't' || lpad(:team, 15, '0'), :vendor_id, 'vrsta' || :type, :points, :made, :now, :user_id);
\endif
commit;
