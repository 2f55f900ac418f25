-- expand
-- What an erased account wrote: recipes of its own, addresses that were fetched for it, and the values of matches.
grant delete on recipe to {{runtime_role}};
grant update (url, final_url) on observation to {{runtime_role}};
grant update (findings) on match_run to {{runtime_role}};
grant update (rows) on match_page to {{runtime_role}};
